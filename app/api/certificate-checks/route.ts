import { z } from "zod";
import { checkCertificate } from "@/lib/events/certificates/mutations";
import { certificateCode } from "@/lib/events/certificates/rules";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";

const MAX_BYTES = 500;
const bodySchema = z.object({ code: z.string().max(40) });

/** State of a code for the validation page. */
export const POST = publicHandler(
  {
    name: "certificate check",
    limit: (address) => takeGuess("certificateCheck", "certificate", address),
    body: jsonBody(bodySchema, MAX_BYTES),
    client: createServiceClient,
    headers: { "x-robots-tag": "noindex" },
  },
  async ({ body, client, address }) => {
    const code = certificateCode(body.code);
    const found = code ? await checkCertificate(client, code) : { state: "unknown" as const };
    if (found.state === "unknown") await countFailedAttempt(client, "certificate", address);
    return found;
  },
);
