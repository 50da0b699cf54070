import { listCertificates, listEndedEvents, listPeople } from "@/lib/events/certificates/queries";
import { listRegistrations } from "@/lib/events/panel/list/queries";
import { readRegistrationQuery } from "@/lib/events/panel/list/rules";
import { getPanelEvent, getRegistration, registrationTotals } from "@/lib/events/panel/queries";
import { getPromotion, listEventChoices } from "@/lib/events/promotion/queries";
import { leadBoard } from "@/lib/events/promotion/leads/queries";
import { readSynergy } from "@/lib/events/promotion/synergy/queries";
import { listNearbyEvents, listOwnEvents } from "@/lib/events/publishing/queries";
import { readCandidate, readVoteResult } from "@/lib/events/votes/queries";
import {
  hasPastEvents,
  listConfirmedVehicles,
  listNeighbourEvents,
  listPastEvents,
  listTraditionalMeetings,
  listUpcomingEvents,
  readEventPlaces,
  readPublicEvent,
} from "@/lib/events/events/queries";
import { listDevices, listGateEvents, readOverview, readUsage } from "@/lib/events/gate/queries";
import { brazilianDay } from "@/lib/platform/dates";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { listOwnRegistrations, readBadge, readForms, readRegistration } from "@/lib/events/registrations/queries";
import { EVENT_CODE, EVENT_CONTACT, EVENT_SLUG, EVENT_TOKEN, LARGE_EVENT_SLUG } from "./event-names";
import type { Reads } from "./explain";

async function measuredEvent(slug = EVENT_SLUG) {
  const event = await readPublicEvent(slug);
  if (!event) throw new Error(`no event ${slug} was generated`);
  return event;
}

async function eventPage(): Promise<void> {
  const { id } = await measuredEvent();
  await Promise.all([readEventPlaces(id), listConfirmedVehicles(id), readVoteResult(id)]);
}

/** The queries of the public pages of events. */
export const EVENT_PAGES: Reads = {
  "/eventos/lacambeche": () => Promise.all([listUpcomingEvents(), listTraditionalMeetings(null), hasPastEvents()]),
  "/eventos/lacambeche/:uf": () =>
    Promise.all([listUpcomingEvents({ state: "SC" }), listNeighbourEvents("SC"), listTraditionalMeetings("SC")]),
  "/eventos/lacambeche/passados": () => listPastEvents(1),
  "/eventos/lacambeche/:event": eventPage,
  "/eventos/:eventId/inscricao": async () => readForms((await measuredEvent()).id),
  "next events of a town": () => listUpcomingEvents({ state: "SC", municipality: 4209607 }),
};

/** The queries of pages about registrations and of the panel, with the event of 500 registrations. */
export async function eventReads(account: string): Promise<Reads> {
  const event = await measuredEvent();
  const client = await createSessionClient();
  const list = (params: Record<string, string>) => () => listRegistrations(event.id, readRegistrationQuery(params));
  const [first] = (await list({})()).rows;
  const vehicles = await client.from("registration_vehicles").select("id").eq("registration_id", first!.id).single();
  const near = () => listNearbyEvents(client, event.municipality_ibge, brazilianDay(Date.now()), "");
  return {
    "status by link": () => readRegistration(EVENT_TOKEN),
    "badge by link": () => readBadge(EVENT_TOKEN),
    "badge by id": () => readBadge(first!.id),
    "/painel: own registrations": () => listOwnRegistrations(account),
    "own events": () => listOwnEvents(client, account),
    "events of the same town and week": near,
    "vote: car": () => readCandidate(String(vehicles.data?.id)),
    "registrations: event": () => getPanelEvent(event.id),
    "registrations: first page": list({}),
    "registrations: filter": list({ situacao: "confirmed", tipo: event.event_registration_types[0]!.id }),
    "registrations: waiting list": list({ situacao: "waitlisted" }),
    "registrations: search": list({ q: "carla" }),
    "registrations: one": () => getRegistration(event.id, first!.id),
    "registrations: totals": () => registrationTotals(event.id),
    "gate: events": () => listGateEvents(),
    "gate: list of the device": async () => orThrow(await client.rpc("read_gate", { event: event.id })),
    "gate: overview": () => readOverview(event.id),
    "gate: usage": () => readUsage(event.id),
    "gate: devices": () => listDevices(event.id),
    "certificates: events": () => listEndedEvents(),
    "certificates: list": () => listCertificates(event.id, ""),
    "certificates: search": () => listCertificates(event.id, "carla"),
    "certificates: people": () => listPeople(event.id, event.id),
    "promotion of an event": () => getPromotion(event.id),
  };
}

/** Lists whose own size grows, most of them of an event with half of all registrations. */
export async function growingReads(): Promise<Reads> {
  const { id } = await measuredEvent(LARGE_EVENT_SLUG);
  const list = (params: Record<string, string>) => () => listRegistrations(id, readRegistrationQuery(params));
  const { total } = await list({})();
  const last = String(Math.max(1, Math.ceil(total / readRegistrationQuery({}).per)));
  return {
    "large event: registrations: first page": list({}),
    "large event: registrations: last page": list({ pagina: last }),
    "large event: registrations: filter": list({ situacao: "confirmed" }),
    "large event: registrations: search": list({ q: "carla" }),
    "large event: registrations: search by plate": list({ q: "abc-1d23" }),
    "large event: registrations: payment": list({ pago: "open" }),
    "large event: registrations: duplicates": list({ marca: "duplicate" }),
    "large event: registrations: totals": () => registrationTotals(id),
    "large event: certificates: list": () => listCertificates(id, ""),
    "announced events": () => listEventChoices(),
    "leads: board": () => leadBoard(),
    "synergy: all states": () => readSynergy({ km: 100, dias: 7, uf: "" }),
  };
}

/** Queries that only the server may run. */
export const EVENT_SERVER_READS: Reads = {
  "status by code and contact": async () => {
    const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: key = "" } = process.env;
    const answer = await fetch(`${url}/rest/v1/rpc/find_registration`, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ code: EVENT_CODE, contact: EVENT_CONTACT }),
    });
    if (!answer.ok) throw new Error(`find_registration answers ${answer.status}`);
  },
};
