"use server";

import { orDenied, userAction } from "../../platform/action";
import { brazilianDay } from "../../platform/dates";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

export const addVehicleAction = userAction.inputSchema(schema.addVehicleSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("vehicle", ctx.account.id);
  return write.addVehicle(await createSessionClient(), ctx.account.id, parsedInput, brazilianDay(Date.now()));
});

export const changeVehicleAction = userAction
  .inputSchema(schema.changeVehicleSchema)
  .action(async ({ parsedInput: { id, original, ...sent }, ctx }) => {
    await takeAttempt("vehicle", ctx.account.id);
    return write.changeRow(await createSessionClient(), { table: "vehicles", column: "id" }, id, { original, sent });
  });

/** Saves model, cooling and fuel system of an own car. */
export const setVehicleModelAction = userAction
  .inputSchema(schema.vehicleModelSchema)
  .action(async ({ parsedInput: { id, original, ...sent }, ctx }) => {
    await takeAttempt("vehicle", ctx.account.id);
    return write.changeRow(await createSessionClient(), { table: "vehicles", column: "id" }, id, { original, sent });
  });

/** Saves plate, chassis and certificate of an own car. */
export const saveIdentityAction = userAction
  .inputSchema(schema.identitySchema)
  .action(async ({ parsedInput: { id, original, ...sent }, ctx }) => {
    await takeAttempt("vehicle", ctx.account.id);
    const client = await createSessionClient();
    if (!(await write.ensureIdentity(client, ctx.account.id, id))) return { outcome: "gone" as const };
    return write.changeRow(client, { table: "vehicle_identities", column: "vehicle_id" }, id, { original, sent });
  });

export const setVehiclePhotoAction = userAction
  .inputSchema(schema.photoSchema)
  .action(async ({ parsedInput: { vehicle, file } }) => {
    if (!(await write.setPhoto(await createSessionClient(), vehicle, file))) throw new AppError("access.denied");
  });

export const deleteVehicleFileAction = userAction
  .inputSchema(schema.fileIdSchema)
  .action(async ({ parsedInput: { id } }) => {
    if (!(await write.deleteVehicleFile(await createSessionClient(), id))) throw new AppError("access.denied");
  });

/** Moves an own car into the trash, where it is kept for 30 days, or back. */
export const setVehicleDeletedAction = userAction
  .inputSchema(schema.trashSchema)
  .action(async ({ parsedInput: { id, isDeleted } }) => {
    orDenied(await write.setDeleted(await createSessionClient(), "vehicle", id, isDeleted));
  });

export const deleteVehicleAction = userAction
  .inputSchema(schema.deleteVehicleSchema)
  .action(async ({ parsedInput: { id, name } }) => write.deleteVehicle(await createSessionClient(), id, name));

export const setOdometerBrokenAction = userAction
  .inputSchema(schema.odometerBrokenSchema)
  .action(async ({ parsedInput: { id, isBroken } }) => {
    const isSet = await write.setOdometerBroken(await createSessionClient(), id, isBroken);
    if (!isSet) throw new AppError("access.denied");
  });

export const replaceOdometerAction = userAction
  .inputSchema(schema.replaceOdometerSchema)
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("vehicle", ctx.account.id);
    return write.replaceOdometer(await createSessionClient(), parsedInput);
  });
