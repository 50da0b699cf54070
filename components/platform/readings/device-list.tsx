import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { formatShortMoment } from "@/lib/platform/format";
import { deviceState } from "@/lib/platform/readings/rules";

type DeviceRow = {
  id: string;
  name: string;
  expires_at: string;
  revoked_at: string | null;
  last_sync_at: string | null;
  pending_readings: number;
};

type DeviceListProps = {
  devices: readonly DeviceRow[];
  /** Absent for people who may not revoke. */
  revoke: ((input: never) => Promise<{ serverError?: string } | undefined>) | null;
  now: number;
};

/** Enrolled devices with their last connection, unsent readings and the revocation. */
export async function DeviceList({ devices, revoke, now }: DeviceListProps) {
  const [t, locale] = [await getTranslations("events/gate.devices"), await getLocale()];
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
            {revoke && state === "active" && (
              <CommandForm
                action={revoke}
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
