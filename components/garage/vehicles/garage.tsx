import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FormTexts } from "@/components/form/form-texts";
import { formatDay } from "@/lib/platform/format";
import { DAY_MS } from "@/lib/platform/dates";
import type { DueDocument } from "@/lib/garage/vehicles/documents/rules";
import type { DeletedVehicle, Vehicle } from "@/lib/garage/vehicles/queries";
import { describeVehicle, TRASH_DAYS } from "@/lib/garage/vehicles/rules";
import { AddVehicle } from "./add-vehicle";
import { TrashPanel } from "./trash-panel";
import { VehicleTexts } from "./vehicle-texts";
import { VehicleCard } from "./vehicle-card";

type Props = {
  vehicles: readonly Vehicle[];
  deleted: readonly DeletedVehicle[];
  due: ReadonlyMap<string, DueDocument>;
  today: string;
  /** The next reminder of each car, by its id. */
  reminders?: ReadonlyMap<string, ReactNode>;
  /** Name of the owner of each shared car, by its id. */
  owners: ReadonlyMap<string, string>;
};

/** The cars of an account as cards, the form for a new one and the trash. */
export async function Garage({ vehicles, deleted, due, today, reminders, owners }: Props) {
  const [t, locale] = [await getTranslations("garage/vehicles"), await getLocale()];
  const { "garage/vehicles": texts, "panel/requests": requests } = await getMessages();
  const listed = deleted.map((vehicle) => ({
    id: vehicle.id,
    nickname: vehicle.nickname,
    facts: [
      describeVehicle(vehicle),
      t("trash.until", {
        date: formatDay(new Date(Date.parse(vehicle.deleted_at!) + TRASH_DAYS * DAY_MS).toISOString(), locale),
      }),
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  return (
    <section aria-labelledby="garagem" className="grid gap-4">
      <h2 id="garagem" className="text-3xl">
        {t("garage.title")}
      </h2>
      {vehicles.length === 0 && (
        <div>
          <p className="text-xl font-semibold">{t("garage.empty")}</p>
          <p className="text-muted">{t("garage.emptyLead")}</p>
        </div>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {vehicles.map((vehicle) => (
          <li key={vehicle.id} className="grid">
            <VehicleCard
              vehicle={vehicle}
              due={due.get(vehicle.id)}
              today={today}
              reminder={reminders?.get(vehicle.id)}
              owner={owners.get(vehicle.id)}
            />
          </li>
        ))}
      </ul>
      <VehicleTexts value={texts}>
        <FormTexts value={{ ...requests.validation, ...texts.validation }}>
          <AddVehicle locale={locale} />
        </FormTexts>
        {listed.length > 0 && <TrashPanel vehicles={listed} />}
      </VehicleTexts>
    </section>
  );
}
