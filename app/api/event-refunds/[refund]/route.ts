import { z } from "zod";
import { forPeopleOfEvents } from "@/lib/events/members/service";
import { proofPath } from "@/lib/events/recipients/queries";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { accountHandler } from "@/lib/platform/handler";
import { moneyFileAnswer } from "../../money-file";

/** The proof of a refund, for people with the payments of its event and financial managers. */
export const GET = accountHandler(
  {
    name: "event-refund-proof",
    permission: async (account) => hasPermission(account, "financials") || forPeopleOfEvents(account),
    params: z.object({ refund: z.guid() }),
  },
  async ({ params: { refund } }) => moneyFileAnswer("refund-proofs", await proofPath(refund), `devolucao-${refund}`),
);
