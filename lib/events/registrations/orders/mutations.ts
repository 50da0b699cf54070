import "server-only";
import { z } from "zod";
import { outcomeSchema } from "../../../platform/outcome-schema";
import { asJson } from "../../../platform/supabase/json";
import { outcomeOrThrow } from "../../../platform/supabase/or-throw";
import type { createServiceClient } from "../../../platform/supabase/service";
import { REFUSALS } from "../rules";
import type { QuoteBody } from "./schema";

const quotedSchema = outcomeSchema({
  saved: { total_cents: z.number(), discount_cents: z.number(), people: z.number() },
  refused: Object.keys(REFUSALS) as (keyof typeof REFUSALS)[],
});

/** What an order would cost now; the database decides, nothing is stored. */
export const quoteOrder = async (client: ReturnType<typeof createServiceClient>, body: QuoteBody) =>
  quotedSchema.parse(outcomeOrThrow(await client.rpc("quote_order", { payload: asJson(body) })));
