"use server";

import { permissionAction } from "../../platform/action";
import { requireRecentProof } from "../../platform/auth/require";
import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import * as schema from "./schema";

const people = eventAction("events");
const provedPeople = people.use(async ({ next }) => {
  await requireRecentProof();
  return next();
});

/** Asks for a Pix key as the recipient; the team approves it. */
export const setRecipientAction = provedPeople
  .inputSchema(schema.recipientSchema)
  .action(async ({ parsedInput: { event, ...key } }) => write.setRecipient(await createSessionClient(), event, key));

/** Asks for the portal as the recipient. */
export const choosePortalAction = provedPeople
  .inputSchema(schema.portalSchema)
  .action(async ({ parsedInput: { event } }) => write.setRecipient(await createSessionClient(), event, null));

export const withdrawRecipientAction = provedPeople
  .inputSchema(schema.recipientIdSchema)
  .action(async ({ parsedInput: { item } }) => {
    await write.withdrawRecipient(await createSessionClient(), item);
  });

export const decideRecipientAction = permissionAction
  .metadata({ permission: "financials", isProved: true })
  .inputSchema(schema.decisionSchema)
  .action(async ({ parsedInput }) => {
    await write.decideRecipient(await createSessionClient(), parsedInput);
  });

/** The treasurer confirms that a Pix payment arrived. */
export const confirmEventPixAction = people
  .inputSchema(schema.confirmSchema)
  .action(async ({ parsedInput }) => write.confirmPayment(await createSessionClient(), parsedInput));

/** The treasurer refuses a receipt whose money did not arrive. */
export const refuseReceiptAction = people.inputSchema(schema.reasonSchema).action(async ({ parsedInput }) => {
  await write.refuseReceipt(await createSessionClient(), parsedInput);
});

export const undoEventPixAction = people.inputSchema(schema.reasonSchema).action(async ({ parsedInput }) => {
  await write.undoPayment(await createSessionClient(), parsedInput);
});
