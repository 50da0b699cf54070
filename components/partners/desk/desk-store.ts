import { deviceStore } from "@/components/platform/readings/device-store";
import { DESK_DATABASE } from "@/lib/platform/device-storage/rules";
import { deskEnd, isDeskOver } from "@/lib/partners/desk/rules";
import { deskDataSchema, redemptionSchema, type DeskData, type Redemption } from "@/lib/partners/desk/schema";

/** A redemption that the server accepted, as the device keeps it until its next list. */
export type Counted = Pick<Redemption, "downloadId" | "scannedAt">;

export const deskStore = deviceStore<DeskData, Redemption, Counted>({
  name: DESK_DATABASE,
  list: deskDataSchema,
  reading: redemptionSchema,
  endsAt: deskEnd,
  isOver: isDeskOver,
});
