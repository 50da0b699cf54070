import "server-only";
import { readPublicKey } from "../codes/service";
import { TIME_ZONE } from "../../platform/dates";
import { deviceToken } from "../../platform/readings/schema";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import { gateDataSchema, overviewSchema, usageSchema, type GateData, type Overview, type Usage } from "./schema";

/** Events whose gate the signed-in operator may open, the nearest first. */
export async function listGateEvents() {
  const client = await createSessionClient();
  const events = orThrow(await client.rpc("checkin_events"));
  const zones = await zonesOf(
    client,
    events.map(({ id }) => id),
  );
  return events.map((event) => ({ ...event, time_zone: zones.get(event.id) ?? TIME_ZONE }));
}

type Client = Pick<Awaited<ReturnType<typeof createSessionClient>>, "from">;

/** Time zones of the events that the client may read. */
async function zonesOf(client: Client, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = orThrow(await client.from("events").select("id, time_zone").in("id", ids));
  return new Map(rows.map(({ id, time_zone: zone }) => [id, zone]));
}

async function withZone(client: Client, data: GateData): Promise<GateData> {
  const timeZone = (await zonesOf(client, [data.event.id])).get(data.event.id) ?? TIME_ZONE;
  return { ...data, event: { ...data.event, timeZone } };
}
export type GateEvent = Awaited<ReturnType<typeof listGateEvents>>[number];

/** Before the first badge is signed there is no key; a device that goes offline then needs the one that will sign. */
async function withKeys(data: GateData): Promise<GateData> {
  return data.keys.length > 0 ? data : { ...data, keys: await readPublicKey() };
}

/** What an operator's device keeps of an event; null when there is no such event. */
export async function readOperatorGate(eventId: string): Promise<GateData | null> {
  const client = await createSessionClient();
  const data = orThrow(await client.rpc("read_gate", { event: eventId }), { "42501": "access.permission" });
  return data ? withKeys(await withZone(client, gateDataSchema.parse(data))) : null;
}

/** What an enrolled device keeps; throws `access.denied` for a link that is wrong, expired or revoked. */
export async function readDeviceGate(token: string): Promise<GateData | null> {
  const client = createPublicClient(null);
  const data = orThrow(await client.rpc("read_gate", { device_token: token }), { "42501": "access.denied" });
  return data ? withKeys(await withZone(client, gateDataSchema.parse(data))) : null;
}

/** Whether a link opens the gate of an event. */
export async function isLiveDevice(token: string): Promise<boolean> {
  if (!deviceToken.safeParse(token).success) return false;
  return orThrow(await createPublicClient(null).rpc("is_live_checkin_device", { device_token: token }));
}

export async function readOverview(eventId: string): Promise<Overview> {
  return overviewSchema.parse(orThrow(await (await createSessionClient()).rpc("gate_overview", { event: eventId })));
}

export async function readUsage(eventId: string): Promise<Usage> {
  return usageSchema.parse(orThrow(await (await createSessionClient()).rpc("checkin_usage", { event: eventId })));
}

/** Check-in of the last events with readings, the newest first. */
export async function compareEvents() {
  return orThrow(await (await createSessionClient()).rpc("checkin_comparison"));
}
export type EventCheckin = Awaited<ReturnType<typeof compareEvents>>[number];

/** Devices of an event, the newest first. */
export async function listDevices(eventId: string) {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("checkin_devices")
      .select("id, name, expires_at, revoked_at, last_sync_at, pending_readings, created_at")
      .eq("event_id", eventId)
      .order("created_at", { ascending: false })
      .limit(100),
  );
}
