"use server";

import { permissionAction } from "../../platform/action";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

const clubs = permissionAction.metadata({ permission: "clubs" });

export const addMemberAction = clubs.inputSchema(schema.addMemberSchema).action(async ({ parsedInput }) => {
  await write.addMember(await createSessionClient(), parsedInput);
});

export const removeMemberAction = clubs.inputSchema(schema.removeMemberSchema).action(async ({ parsedInput }) => {
  await write.removeMember(await createSessionClient(), parsedInput);
});
