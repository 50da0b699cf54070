"use server";

import { permissionAction } from "../platform/action";
import { deleteApiKey, setApiKey } from "./mutations";
import { keyNameSchema, keySchema } from "./schema";

const keyManager = permissionAction.metadata({ permission: "api_keys" });

export const setApiKeyAction = keyManager.inputSchema(keySchema).action(async ({ parsedInput: { name, secret, expires } }) => {
  await setApiKey(name, secret, expires);
  return { saved: true };
});

export const deleteApiKeyAction = keyManager.inputSchema(keyNameSchema).action(async ({ parsedInput: { name } }) => {
  await deleteApiKey(name);
  return { deleted: true };
});
