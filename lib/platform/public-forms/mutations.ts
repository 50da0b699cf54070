import "server-only";
import { callerLocale } from "../caller-locale";
import { orThrow } from "../supabase/or-throw";
import type { createSessionClient } from "../supabase/session";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type SubmitFunction =
  | "submit_service_request"
  | "submit_trip_panel_request"
  | "submit_ad_lead"
  | "submit_takedown_request"
  | "submit_app_review";

/** Removes empty values; the database functions treat a missing key as no answer. */
function answered(values: Record<string, unknown>): { [key: string]: string | number | boolean | string[] } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined),
  ) as ReturnType<typeof answered>;
}

/** Fields that only programs fill, and the time in which the form was filled. */
const AGAINST_ROBOTS = ["homepage", "seconds"];

/**
 * Submits the fields of a form, without those against robots, to the database, which validates them again, and returns
 * the protocol number; the mailed answer is in the language of the page.
 */
export async function fileRequest(
  client: SessionClient,
  submit: SubmitFunction,
  fields: Record<string, unknown>,
): Promise<string> {
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !AGAINST_ROBOTS.includes(name)));
  const answer = await client.rpc(submit, { payload: { ...answered(values), locale: await callerLocale() } });
  return String(orThrow(answer, { feature_off: "feature.off" }) ?? "");
}
