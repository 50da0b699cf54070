import { deviceStore } from "@/components/platform/readings/device-store";
import { deviceScope } from "@/components/platform/readings/reading-api";
import { GATE_DATABASE } from "@/lib/platform/device-storage/rules";
import { isGateOver, type Answered } from "@/lib/events/gate/rules";
import { gateDataSchema, readingSchema, type GateData, type Reading } from "@/lib/events/gate/schema";
import type { GateMode } from "./gate-api";

export const gateStore = deviceStore<GateData, Reading, Answered>({
  name: GATE_DATABASE,
  list: gateDataSchema,
  reading: readingSchema,
  endsAt: ({ event }) => event.endsAt,
  isOver: isGateOver,
});

/** Name of a gate in the storage of the device. */
export const scopeOf = async (mode: GateMode): Promise<string> =>
  mode.kind === "operator" ? `event:${mode.eventId}` : deviceScope(mode.token);
