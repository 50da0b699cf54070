"use server";

import { permissionAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { deleteApiKey, registerApiKey } from "./mutations";
import { hintOf } from "./queries";
import { keyNameSchema, keySchema } from "./schema";

const keyManager = permissionAction.metadata({ permission: "api_keys" });

/** Stores the expiry date and last characters of the key in the server's environment; the key itself is not stored in the database. */
export const registerApiKeyAction = keyManager
  .inputSchema(keySchema)
  .action(async ({ parsedInput: { name, expires } }) => {
    const hint = hintOf(name);
    if (!hint) throw new AppError("input.invalid");
    await registerApiKey(name, hint, expires);
    return { saved: true };
  });

export const deleteApiKeyAction = keyManager.inputSchema(keyNameSchema).action(async ({ parsedInput: { name } }) => {
  await deleteApiKey(name);
  return { deleted: true };
});
