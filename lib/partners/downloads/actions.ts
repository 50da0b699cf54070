"use server";

import { publicAction, userAction } from "../../platform/action";
import { callerAddress } from "../../platform/caller";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { cancelVoucherDownload, downloadVoucher } from "./mutations";
import { cancelSchema, downloadSchema } from "./schema";

/** Downloads a voucher for the signed-in account, or for a guest where the portal and the voucher allow it. */
export const downloadVoucherAction = publicAction.inputSchema(downloadSchema).action(async ({ parsedInput }) => {
  await takeAttempt(parsedInput.guest ? "guestVoucher" : "voucherDownload", await callerAddress());
  return downloadVoucher(await createSessionClient(), parsedInput);
});

/** Gives an unused voucher back. */
export const cancelVoucherAction = userAction.inputSchema(cancelSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("voucherDownload", ctx.account.id);
  return cancelVoucherDownload(await createSessionClient(), parsedInput.id);
});
