"use server";

import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import { saveOrderForm } from "./mutations";
import { orderFormInput } from "./schema";

/** Stores rules, quotas, add-ons and codes of the orders of an event. */
export const saveOrderFormAction = eventAction("events")
  .inputSchema(orderFormInput)
  .action(async ({ parsedInput }) => saveOrderForm(await createSessionClient(), parsedInput));
