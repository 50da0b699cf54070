"use server";

import { AppError } from "../../platform/error";
import { permissionAction, userAction } from "../../platform/action";
import { hasPermission } from "../../platform/auth/permissions";
import { createSessionClient } from "../../platform/supabase/session";
import { mayWorkForEvents } from "../members/queries";
import { eventAction } from "../members/service";
import * as write from "./mutations";
import { badgesSchema, certificatesSchema, retrySchema } from "./schema";

/** Starts a PDF with the badges of an event. */
export const printBadgesAction = eventAction("events")
  .inputSchema(badgesSchema)
  .action(async ({ parsedInput }) => ({ count: await write.printBadges(await createSessionClient(), parsedInput) }));

/** Starts a PDF with the valid certificates of an event. */
export const printCertificatesAction = permissionAction
  .metadata({ permission: "certificates" })
  .inputSchema(certificatesSchema)
  .action(async ({ parsedInput: { event } }) => ({
    count: await write.printCertificates(await createSessionClient(), event),
  }));

/** Starts a failed PDF again; the database checks the permission for its kind. */
export const retryPrintBatchAction = userAction
  .inputSchema(retrySchema)
  .action(async ({ parsedInput: { batch }, ctx: { account } }) => {
    if (!hasPermission(account, "certificates") && !(await mayWorkForEvents(account, "events")))
      throw new AppError("access.permission");
    return { count: await write.retryPrintBatch(await createSessionClient(), batch) };
  });
