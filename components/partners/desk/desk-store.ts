import { deviceStore } from "@/components/readings/device-store";
import { DESK_DATABASE } from "@/lib/device-storage/rules";
import { deskEnd, isDeskOver } from "@/lib/voucher-desk/rules";
import { deskDataSchema, redemptionSchema, type DeskData, type Redemption } from "@/lib/voucher-desk/schema";

/** A redemption that counted. */
export type Counted = Pick<Redemption, "downloadId" | "scannedAt">;

export const deskStore = deviceStore<DeskData, Redemption, Counted>({
  name: DESK_DATABASE,
  list: deskDataSchema,
  reading: redemptionSchema,
  endsAt: deskEnd,
  isOver: isDeskOver,
});
