"use server";

import { AppError } from "../../platform/error";
import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import { messageIdSchema, messageSchema, openedSchema, sendSchema } from "./schema";

const managers = eventAction("events");

export const previewMessageAction = managers
  .inputSchema(messageSchema)
  .action(async ({ parsedInput }) => write.previewMessage(await createSessionClient(), parsedInput));

/** Stores a message; the worker sends it at its time. */
export const sendMessageAction = managers
  .inputSchema(sendSchema)
  .action(async ({ parsedInput: { message, people } }) => {
    await write.sendMessage(await createSessionClient(), message, people);
  });

/** Changes a message that has not begun. */
export const changeMessageAction = managers
  .inputSchema(sendSchema)
  .action(async ({ parsedInput: { message, people } }) => {
    const { outcome } = await write.changeMessage(await createSessionClient(), message, people);
    if (outcome === "gone") throw new AppError("message.begun");
  });

/** Mails the message to the caller. */
export const testMessageAction = managers.inputSchema(messageSchema).action(async ({ parsedInput }) => {
  await write.testMessage(await createSessionClient(), parsedInput);
});

export const cancelMessageAction = managers
  .inputSchema(messageIdSchema)
  .action(async ({ parsedInput: { message } }) => {
    const { outcome } = await write.cancelMessage(await createSessionClient(), message);
    if (outcome === "gone") throw new AppError("registration.changed");
  });

export const noteOpenedAction = managers.inputSchema(openedSchema).action(async ({ parsedInput }) => {
  await write.noteOpened(await createSessionClient(), parsedInput);
});
