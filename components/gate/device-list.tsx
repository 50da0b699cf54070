import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/admin/system/command-form";
import { revokeDeviceAction } from "@/lib/gate/actions";
import type { Device } from "@/lib/gate/queries";
import { deviceState } from "@/lib/gate/rules";
import { formatShortMoment } from "@/lib/platform/format";

type DeviceListProps = { devices: readonly Device[]; mayRevoke: boolean; now: number };

/** Enrolled devices with their last connection, unsent readings and the revocation. */
export async function DeviceList({ devices, mayRevoke, now }: DeviceListProps) {
  const [t, locale] = [await getTranslations("gate.devices"), await getLocale()];
  if (devices.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <ul className="grid gap-2">
      {devices.map((device) => {
        const state = deviceState(device, now);
        return (
          <li key={device.id} className="flex flex-wrap items-center gap-3 rounded-lg border border-line p-3">
            <div className="mr-auto min-w-0">
              <p className="font-semibold wrap-anywhere">
                {device.name} · {t(`state.${state}`)}
              </p>
              <p className="text-muted">
                {t("expires", { date: formatShortMoment(device.expires_at, locale) })} ·{" "}
                {device.last_sync_at
                  ? t("synced", { date: formatShortMoment(device.last_sync_at, locale) })
                  : t("neverSynced")}
                {device.pending_readings > 0 && ` · ${t("pending", { count: device.pending_readings })}`}
              </p>
            </div>
            {mayRevoke && state === "active" && (
              <CommandForm
                action={revokeDeviceAction}
                label={t("revoke")}
                hidden={{ id: device.id }}
                confirm={t("confirmRevoke")}
                variant="danger"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
