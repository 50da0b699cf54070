import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { TabLinks } from "@/components/ui/tab-links";
import { KeepLogPage } from "@/components/garage/entries/keep-log-page";
import { KeepPages } from "@/components/platform/offline/keep-pages";
import { HISTORY_CACHE } from "@/lib/platform/device-storage/rules";
import { isLogHistoryPage } from "@/lib/platform/offline/rules";
import { formatNumber } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import {
  describeVehicle,
  isKmEstimated,
  LOG_PATH,
  tabsOf,
  vehicleFilePath,
  vehiclePath,
  type VehicleRole,
  type VehiclePage,
} from "@/lib/garage/vehicles/rules";
import { ReadOnlyNotice } from "./read-only-notice";

type Props = {
  vehicle: Parameters<typeof describeVehicle>[0] & {
    id: string;
    nickname: string;
    photo_id: string | null;
    odometer_km: number | null;
    odometer_is_estimated: boolean;
    odometer_state: string;
    role: VehicleRole;
    /** The account that reads the page. */
    reader: string;
  };
  tab: VehiclePage;
  children: ReactNode;
};

const HEAD_LINK = "inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-text";

/** Heading of a car with its kilometres and tabs, around the content of one tab. */
export async function VehicleFrame({ vehicle, tab, children }: Props) {
  const [t, locale] = [await getTranslations("garage/vehicles"), await getLocale()];
  const tabs = tabsOf(vehicle.role).map((key) => ({
    key,
    href: localePath(locale, vehiclePath(vehicle.id, key)),
    label: t(`tabs.${key}`),
    isCurrent: key === tab,
  }));
  const km = vehicle.odometer_km;
  const isHistory = isLogHistoryPage(vehiclePath(vehicle.id, tab));
  const kept = [LOG_PATH, ...tabs.map(({ key }) => vehiclePath(vehicle.id, key))].filter(isLogHistoryPage);
  return (
    <main
      id="conteudo"
      data-slot={isHistory ? "log-history" : undefined}
      className="page grid grid-cols-[minmax(0,1fr)] content-start gap-6 py-8"
    >
      <header className="flex items-center gap-4">
        {vehicle.photo_id && (
          // eslint-disable-next-line @next/next/no-img-element -- a private file, which the picture service cannot read
          <img
            src={vehicleFilePath(vehicle.photo_id)}
            alt=""
            width={96}
            height={72}
            className="h-18 w-24 rounded-lg object-cover"
          />
        )}
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap gap-x-4 text-sm print:hidden">
            <Link href={localePath(locale, LOG_PATH)} className={HEAD_LINK}>
              {t("back")}
            </Link>
            {vehicle.role === "owner" && tab !== "edit" && (
              <Link href={localePath(locale, vehiclePath(vehicle.id, "edit"))} className={HEAD_LINK}>
                {t("edit.open")}
              </Link>
            )}
            {tab !== "share" && (
              <Link href={localePath(locale, vehiclePath(vehicle.id, "share"))} className={HEAD_LINK}>
                {t(vehicle.role === "owner" ? "share.open" : "share.member")}
              </Link>
            )}
          </p>
          <h1 className="display-1 break-words">{vehicle.nickname}</h1>
          <p className="text-muted">
            {[
              describeVehicle(vehicle),
              km !== null && t(isKmEstimated(vehicle) ? "kmEstimated" : "km", { km: formatNumber(km, locale) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      </header>
      <KeepLogPage />
      <KeepPages
        cacheName={HISTORY_CACHE}
        owner={vehicle.reader}
        paths={kept.map((path) => localePath(locale, path))}
      />
      {isHistory && <ReadOnlyNotice />}
      <TabLinks label={t("tabs.label")} tabs={tabs} />
      {children}
    </main>
  );
}
