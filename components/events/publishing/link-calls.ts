import { listMunicipalitiesAction } from "@/lib/events/publishing/actions";
import type { Municipality } from "@/lib/events/publishing/queries";
import type { FieldErrors } from "@/lib/events/publishing/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { valuesOf } from "./event-draft";
import type { ChangedEvent } from "@/lib/events/publishing/schema";
import type { Refused } from "@/lib/platform/outcome";

type Answer<Data> = { data?: Data; serverError?: string };

/** `unknown`: no such link. */
type LinkOutcome = ChangedEvent | Refused<"unknown">;

/** What the holder of a publish link sends, in the form in which an action answers. */
async function send<Data extends object>(token: string, body: object): Promise<Answer<Data>> {
  const response = await fetch("/api/publish-links", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, ...body }),
  });
  const answer = (await response.json().catch(() => ({}))) as Data & { code?: string };
  return "code" in answer || Object.keys(answer).length === 0
    ? { serverError: answer.code ?? "service.unavailable" }
    : { data: answer };
}

type Saved = { errors: FieldErrors } | LinkOutcome;

export const saveByLink = (token: string, form: FormData) => send<Saved>(token, { payload: valuesOf(form) });

export const submitByLink = (token: string, change: { id: string; expected_version: string }) =>
  send<LinkOutcome>(token, change);

/** The municipalities of a state, for an account or the holder of a link. */
export async function listTowns(state: StateAbbr, link?: string): Promise<Answer<readonly Municipality[]>> {
  if (!link) return listMunicipalitiesAction({ state });
  const { data, serverError } = await send<{ towns?: readonly Municipality[] }>(link, { state });
  return { data: data?.towns, serverError };
}
