"use server";

import { permissionAction, publicAction } from "../../platform/action";
import { callerAddress } from "../../platform/caller";
import { env } from "../../platform/env";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import { NEEDS_REASON } from "./rules";
import * as schema from "./schema";

const managers = eventAction("events");
const contractManagers = permissionAction.metadata({ permission: "event_contracts" });

export const decideRegistrationAction = managers.inputSchema(schema.decideSchema).action(async ({ parsedInput }) => ({
  status: await write.decideRegistration(await createSessionClient(), parsedInput),
}));

/** Decides the selected registrations; one that is refused does not stop the others. */
export const decideRegistrationsAction = managers.inputSchema(schema.bulkSchema).action(async ({ parsedInput }) => {
  if (NEEDS_REASON.includes(parsedInput.decision) && !parsedInput.reason) throw new AppError("registration.reason");
  return { counts: await write.decideRegistrations(await createSessionClient(), parsedInput) };
});

/** Corrects a registration; when its price would change without a decision of the team, saves nothing and returns the price. */
export const editRegistrationAction = managers.inputSchema(schema.editSchema).action(async ({ parsedInput }) => ({
  price: await write.editRegistration(await createSessionClient(), parsedInput),
}));

/** Corrects the answers to the questions of the form; the answer has the codes of invalid ones. */
export const editAnswersAction = managers.inputSchema(schema.answersSchema).action(async ({ parsedInput }) => {
  const errors = await write.editAnswers(await createSessionClient(), parsedInput);
  return { errors };
});

export const assignStandAction = managers.inputSchema(schema.standSchema).action(async ({ parsedInput }) => ({
  price: await write.assignStand(await createSessionClient(), parsedInput),
}));

export const checkDocumentAction = managers.inputSchema(schema.documentSchema).action(async ({ parsedInput }) => {
  await write.checkDocument(await createSessionClient(), parsedInput);
});

export const resendRegistrationAction = managers
  .inputSchema(schema.registrationSchema)
  .action(async ({ parsedInput }) => {
    await write.resendRegistration(await createSessionClient(), parsedInput.registration);
  });

/** Adds a registration by hand; the page of the form gives every form its own request id. */
export const addRegistrationAction = managers.inputSchema(schema.addSchema).action(async ({ parsedInput }) => ({
  id: await write.addRegistration(await createSessionClient(), parsedInput),
}));

/** Mails "você vem?" to one batch of confirmed people. */
export const askAttendanceAction = managers.inputSchema(schema.askSchema).action(async ({ parsedInput }) => ({
  count: await write.askAttendance(await createSessionClient(), parsedInput),
}));

export const freeDeclinedPlacesAction = managers.inputSchema(schema.freeSchema).action(async ({ parsedInput }) => ({
  count: await write.freeDeclinedPlaces(await createSessionClient(), parsedInput),
}));

export const promoteWaitingListAction = managers.inputSchema(schema.promoteSchema).action(async ({ parsedInput }) => ({
  count: await write.promoteWaitingList(await createSessionClient(), parsedInput.type),
}));

/** Copies an event to another date, as a draft; the copy has the id that the form brought. */
export const duplicateEventAction = managers.inputSchema(schema.duplicateSchema).action(async ({ parsedInput }) => {
  await write.duplicateEvent(await createSessionClient(), parsedInput);
});

/** The answer of the holder of an attendance link; opening the page stores nothing. */
export const answerAttendanceAction = publicAction
  .inputSchema(schema.attendanceSchema)
  .action(async ({ parsedInput: { token, answer } }) => {
    await takeAttempt("approval", await callerAddress());
    return write.answerAttendance(await createSessionClient(), token, answer === "yes");
  });

export const saveContractAction = contractManagers
  .inputSchema(schema.contractSchema)
  .action(async ({ parsedInput }) => {
    await write.saveContract(await createSessionClient(), parsedInput);
  });

/** Makes the signing link of a contract; its address is shown once. */
export const sendContractAction = contractManagers
  .inputSchema(schema.contractIdSchema)
  .action(async ({ parsedInput }) => {
    const { token, until } = await write.sendContract(await createSessionClient(), parsedInput.contract);
    return { url: new URL(`/eventos/contrato/${token}`, env.NEXT_PUBLIC_SITE_URL).href, until };
  });

export const cancelContractAction = contractManagers
  .inputSchema(schema.cancelContractSchema)
  .action(async ({ parsedInput }) => {
    await write.cancelContract(await createSessionClient(), parsedInput);
  });

/** Changes the status or the date of an event; everybody registered is mailed by the database. */
export const changeEventAction = managers.inputSchema(schema.changeEventSchema).action(async ({ parsedInput }) => {
  const gaps = await write.changeEvent(await createSessionClient(), parsedInput);
  if (gaps.length > 0) throw new AppError("event.incomplete");
  await revalidatePages(["events"]);
});
