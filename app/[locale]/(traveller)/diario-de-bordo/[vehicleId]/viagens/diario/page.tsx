import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { DiaryTexts } from "@/components/garage/diary/diary-texts";
import { VehicleTexts } from "@/components/garage/vehicles/vehicle-texts";
import { DiaryList } from "@/components/garage/diary/diary-list";
import { DiaryMap } from "@/components/garage/diary/diary-map";
import { DiaryTabs } from "@/components/garage/diary/diary-tabs";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { brazilianDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { formatDate } from "@/lib/platform/format";
import { listDiary, listTripChoices, type DiaryRow } from "@/lib/garage/diary/queries";
import { openVehicle } from "../../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/diary.diary", "metaTitle");

const isPlaced = (entry: DiaryRow): entry is DiaryRow & { lat: number; lng: number } =>
  entry.lat !== null && entry.lng !== null;

/** The travel diary of a car with its map. */
export default async function DiaryPage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { account, client, vehicle } = await openVehicle((await params).vehicleId, "trips");
  const [t, locale, messages] = await Promise.all([getTranslations("garage/diary.diary"), getLocale(), getMessages()]);
  const canWrite = vehicle.role !== "viewer";
  const [entries, deleted, trips] = await Promise.all([
    listDiary(client, vehicle.id),
    canWrite ? listDiary(client, vehicle.id, { isDeleted: true }) : [],
    canWrite ? listTripChoices(client, account.id) : [],
  ]);
  const factsOf = ({ on_date: day, place, weather, trip }: DiaryRow) =>
    [formatDate(day, locale, { dateStyle: "long" }), place, weather, trip?.title].filter(Boolean).join(" · ");
  return (
    <VehicleFrame vehicle={vehicle} tab="trips">
      <DiaryTabs vehicle={vehicle.id} current="diary" />
      <p className="text-muted">{t("lead")}</p>
      <DiaryMap entries={entries.filter(isPlaced)} googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY} />
      <VehicleTexts value={messages["garage/vehicles"]}>
        <DiaryTexts value={messages["garage/diary"].diary}>
          <FormTexts value={{ ...messages["panel/requests"].validation, ...messages["garage/vehicles"].validation }}>
            <DiaryList
              vehicle={vehicle.id}
              entries={entries.map((entry) => ({
                id: entry.id,
                values: valuesOf(entry),
                facts: factsOf(entry),
                photos: entry.photos.map(({ id }) => id),
              }))}
              deleted={deleted.map(({ id, title }) => ({ id, title }))}
              trips={trips.map(({ id, title, start_on: start }) => ({
                value: id,
                label: [title || t("untitledTrip"), start && formatDate(start, locale)].filter(Boolean).join(" · "),
              }))}
              canWrite={canWrite}
              today={brazilianDay(Date.now())}
            />
          </FormTexts>
        </DiaryTexts>
      </VehicleTexts>
    </VehicleFrame>
  );
}

/** The fields of the form of an entry; their names are its columns. */
const valuesOf = ({ on_date, title, body, place, lat, lng, weather, trip_id }: DiaryRow) => ({
  on_date,
  title,
  body,
  place,
  lat,
  lng,
  weather,
  trip_id,
});
