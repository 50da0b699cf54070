import "server-only";
import type { z } from "zod";
import { createPublishLink } from "../publishing/links/mutations";
import { AppError } from "../../platform/error";
import { orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { StateAbbr } from "../../geo/states/rules";
import { INVITED_KINDS, longestText, type AdChoice } from "./rules";
import type { activitySchema, decideSchema, editSchema } from "./schema";
import { outcomeSchema } from "../../platform/outcome-schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS: ErrorCodes = { "42501": "access.permission", "23514": "input.invalid", "23503": "input.invalid" };
const decidedSchema = outcomeSchema({ conflict: {}, gone: true });
const INVITATION_DAYS = 60;

export async function addActivity(client: Client, { lead, kind, text }: z.output<typeof activitySchema>) {
  orThrow(await client.from("lead_activities").insert({ lead_id: lead, kind, text }), REFUSALS);
}

/** Makes a link with which an organiser publishes one event without an account; its token is shown only now. */
export async function inviteLead(client: Client, id: string, note: string): Promise<string> {
  const lead = orThrow(
    await client.from("event_leads").select("kind, name, phone, email, state_abbr").eq("id", id).maybeSingle(),
  );
  if (!lead || !INVITED_KINDS.includes(lead.kind)) throw new AppError("input.invalid");
  const { token } = await createPublishLink(client, {
    label: lead.name,
    phone: lead.phone ?? "",
    email: lead.email ?? "",
    state_abbr: (lead.state_abbr ?? "") as StateAbbr | "",
    days: INVITATION_DAYS,
    max_uses: 1,
    publishes_directly: false,
  });
  orThrow(await client.from("lead_activities").insert({ lead_id: id, kind: "invitation", text: note }), REFUSALS);
  return token;
}

type Draft = { event: string; generator: "template" | "provider"; choice: AdChoice; text: string };

export async function addDraft(client: Client, { event, generator, choice, text }: Draft): Promise<void> {
  const row = { event_id: event, generator, ...choice, size: choice.size || null, text };
  orThrow(await client.from("event_ad_drafts").insert(row), REFUSALS);
}

/** Replaces the text of a draft; a changed text has to be approved again. */
export async function editDraft(
  client: Client,
  { draft, expected_version, text }: z.output<typeof editSchema>,
): Promise<void> {
  const rows = client.from("event_ad_drafts");
  const found = orThrow(await rows.select("channel, size").eq("id", draft).maybeSingle());
  if (!found || text.length > longestText(found)) throw new AppError("input.invalid");
  const changed = orThrow(
    await client
      .from("event_ad_drafts")
      .update({ text })
      .eq("id", draft)
      .eq("updated_at", expected_version)
      .select("id"),
    REFUSALS,
  );
  if (changed.length === 0) throw new AppError("announcement.changed");
}

export async function decideDraft(client: Client, input: z.output<typeof decideSchema>): Promise<void> {
  const { outcome } = decidedSchema.parse(orThrow(await client.rpc("decide_ad_draft", input), REFUSALS));
  if (outcome === "gone") throw new AppError("input.invalid");
  if (outcome === "conflict") throw new AppError("announcement.changed");
}
