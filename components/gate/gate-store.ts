import { deviceStore } from "@/components/readings/device-store";
import { deviceScope } from "@/components/readings/reading-api";
import { GATE_DATABASE } from "@/lib/device-storage/rules";
import { isGateOver } from "@/lib/gate/rules";
import { gateDataSchema, readingSchema, type GateData, type Reading } from "@/lib/gate/schema";
import type { GateMode } from "./gate-api";

/** A reading that counted, with the name of its reader. */
export type Counted = Pick<Reading, "kind" | "listId" | "scannedAt"> & { registrationId: string; by: string };

export const gateStore = deviceStore<GateData, Reading, Counted>({
  name: GATE_DATABASE,
  list: gateDataSchema,
  reading: readingSchema,
  endsAt: ({ event }) => event.endsAt,
  isOver: isGateOver,
});

/** Name of a gate in the storage of the device. */
export const scopeOf = async (mode: GateMode): Promise<string> =>
  mode.kind === "operator" ? `event:${mode.eventId}` : deviceScope(mode.token);
