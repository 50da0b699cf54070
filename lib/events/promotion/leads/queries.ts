import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { isUuid, type Days, type LeadStage } from "../rules";
import { LEAD_STAGES } from "../../../platform/supabase/database-constants/commerce";

/** Leads of a stage that the board shows; the list below it has all. */
const BOARD_ROWS = 6;

async function leadsOf(stage: LeadStage) {
  const client = await createSessionClient();
  const answer = await client
    .from("event_leads")
    .select("id, name, kind, phone, contact_name, next_contact_on", { count: "exact" })
    .eq("stage", stage)
    .order("next_contact_on", { nullsFirst: false })
    .order("id")
    .limit(BOARD_ROWS);
  return { stage, leads: orThrow(answer), total: answer.count ?? 0 };
}
export type LeadColumn = Awaited<ReturnType<typeof leadsOf>>;

/** Leads by stage, those to contact first at the top. */
export const leadBoard = async (): Promise<LeadColumn[]> => Promise.all(LEAD_STAGES.map(leadsOf));

/** Leads of a period by source and stage, with those that were invited and those with a published event. */
export async function leadConversion({ from, to }: Days) {
  return orThrow(await (await createSessionClient()).rpc("lead_conversion", { since: from, until: to }));
}

export type ConversionRow = Awaited<ReturnType<typeof leadConversion>>[number];

/** One lead with its activities, newest first, and other leads with the same telephone or e-mail. */
export async function getLead(id: string) {
  if (!isUuid(id)) return null;
  const client = await createSessionClient();
  const lead = orThrow(
    await client
      .from("event_leads")
      .select(
        `id, kind, name, contact_name, phone, phone_key, email, state_abbr, stage,
         event:events (id, title, slug, status),
         lead_activities (id, kind, text, created_at, author:profiles (username))`,
      )
      .eq("id", id)
      .order("id", { referencedTable: "lead_activities", ascending: false })
      .maybeSingle(),
  );
  return lead && { ...lead, twins: orThrow(await client.rpc("lead_twins", { lead: id })) };
}
export type Lead = NonNullable<Awaited<ReturnType<typeof getLead>>>;
