import { z } from "zod";
import { certificateFile } from "@/app/[locale]/certificate-file";
import { checkCertificate } from "@/lib/events/certificates/mutations";
import { readPrinted } from "@/lib/events/certificates/queries";
import { certificateCode } from "@/lib/events/certificates/rules";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { tokenHandler } from "@/lib/platform/handler";
import { createServiceClient } from "@/lib/platform/supabase/service";

export const dynamic = "force-dynamic";

/** The PDF of a valid certificate for those who hold its code. */
export const GET = tokenHandler(
  {
    name: "certificate",
    limit: (address) => takeGuess("certificateCheck", "certificate", address),
    params: z.object({ code: z.string() }),
    client: createServiceClient,
    async open({ params, client }) {
      const code = certificateCode(params.code);
      const isValid = code !== null && (await checkCertificate(client, code)).state === "valid";
      return isValid ? readPrinted(client, { code }) : null;
    },
    guessed: (address) => countRefused("certificate", address),
    headers: { "x-robots-tag": "noindex" },
  },
  ({ opened: certificate, by }) => certificateFile(certificate, by),
);
