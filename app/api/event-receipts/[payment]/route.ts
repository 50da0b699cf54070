import { z } from "zod";
import { forPeopleOfEvents } from "@/lib/events/members/service";
import { receiptPath } from "@/lib/events/recipients/queries";
import { accountHandler } from "@/lib/platform/handler";
import { moneyFileAnswer } from "../../money-file";

/** The receipt of a payment to an organiser, for people with the payments of its event. */
export const GET = accountHandler(
  { name: "event-receipt", permission: forPeopleOfEvents, params: z.object({ payment: z.guid() }) },
  async ({ params: { payment } }) =>
    moneyFileAnswer("payment-receipts", await receiptPath(payment), `comprovante-${payment}`),
);
