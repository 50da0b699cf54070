"use server";

import { userAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import { orderPlanSchema } from "./schema";

/** An owner orders a plan for a place; returns the order to pay. */
export const orderPlanAction = userAction.inputSchema(orderPlanSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("ownPlace", ctx.account.id);
  const order = await write.orderPlan(await createSessionClient(), parsedInput);
  if (order.outcome === "gone") throw new AppError("input.invalid", { detail: "plan" });
  return { id: order.id };
});
