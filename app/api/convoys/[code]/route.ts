import { z } from "zod";
import { reportToConvoy } from "@/lib/travel/convoys/mutations";
import { readConvoy } from "@/lib/travel/convoys/queries";
import { isNews } from "@/lib/travel/convoys/rules";
import { convoyCode, MAX_REPORT_BYTES, reportSchema } from "@/lib/travel/convoys/schema";
import { tellMembers } from "@/lib/travel/convoys/service";
import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";

/** Stores the status and position of a member and returns the convoy; 404 for everybody else. */
export const POST = accountHandler(
  {
    name: "convoys",
    limit: "convoyReport",
    params: z.object({ code: convoyCode }),
    body: jsonBody(reportSchema, MAX_REPORT_BYTES),
  },
  async ({ params: { code }, body, client }) => {
    const { outcome } = await reportToConvoy(client, code, body);
    const convoy = outcome === "saved" ? await readConvoy(client, code) : null;
    if (!convoy) return refused("not_found");
    if (isNews(body)) tellMembers(convoy.channel);
    return convoy;
  },
);
