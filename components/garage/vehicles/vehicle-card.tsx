import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { formatDate, formatNumber } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { expiryOf, type DueDocument } from "@/lib/garage/vehicles/documents/rules";
import type { Vehicle } from "@/lib/garage/vehicles/queries";
import { describeVehicle, isKmEstimated, vehicleFilePath, vehiclePath } from "@/lib/garage/vehicles/rules";
import { ExpiryBadge } from "./expiry-badge";

type Props = {
  vehicle: Vehicle;
  due: DueDocument | undefined;
  today: string;
  /** The next reminder of the car. */
  reminder?: ReactNode;
  /** Name of the owner of a shared car. */
  owner?: string;
};

/** A car in the garage: photo, name, kilometres and what is due next. */
export async function VehicleCard({ vehicle, due, today, reminder, owner }: Props) {
  const [t, locale] = [await getTranslations("garage/vehicles"), await getLocale()];
  const { id, nickname, photo_id: photo, odometer_km: km, status, role } = vehicle;
  const expiry = due && expiryOf(due.expires_on, today);
  return (
    <article className="relative grid content-start overflow-hidden rounded-2xl border-2 border-line bg-surface has-focus-visible:outline-3 has-focus-visible:outline-faixa">
      {photo ? (
        <img
          src={vehicleFilePath(photo)}
          alt=""
          loading="lazy"
          width={480}
          height={270}
          className="aspect-video w-full object-cover"
        />
      ) : (
        <p className="grid aspect-video w-full place-items-center bg-raised text-muted">{t("garage.noPhoto")}</p>
      )}
      <div className="grid gap-2 p-4">
        <h3 className="text-2xl wrap-anywhere">
          {/* The whole card is the link. */}
          <Link
            href={localePath(locale, vehiclePath(id))}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {nickname}
          </Link>
        </h3>
        <p className="text-muted wrap-anywhere">
          {[describeVehicle(vehicle), status !== "active" && t(`status.${status as "stored"}`)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <p className="font-semibold">
          {km === null
            ? t("garage.noKm")
            : t(isKmEstimated(vehicle) ? "kmEstimated" : "km", { km: formatNumber(km, locale) })}
        </p>
        {role !== "owner" && (
          <>
            {owner && <p className="font-semibold wrap-anywhere">{t("garage.of", { name: owner })}</p>}
            <p className="w-fit rounded-lg border-2 border-rota px-2 text-sm font-semibold">{t(`garage.${role}`)}</p>
          </>
        )}
        {due && expiry && (
          <p className="flex flex-wrap items-center gap-2">
            {t(`documents.kinds.${due.kind}`)}
            <ExpiryBadge expiry={expiry} date={formatDate(due.expires_on, locale)} />
          </p>
        )}
        {reminder}
      </div>
    </article>
  );
}
