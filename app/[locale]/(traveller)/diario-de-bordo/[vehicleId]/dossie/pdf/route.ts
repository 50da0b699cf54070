import { getTranslations } from "next-intl/server";
import { formatDate } from "@/lib/platform/format";
import { ALL_POINTS, POINT_GROUPS, SOURCES, totalOf } from "@/lib/garage/history/dossier/rules";
import { drawDossier, type DossierContent } from "@/lib/garage/history/dossier/service";
import { describeVehicle, formatPlate } from "@/lib/garage/vehicles/rules";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { pictureReader, vehiclePdf, type Opened } from "../../pdf-answer";
import { dossierData } from "../dossier-data";
import { PHOTO_SLOTS } from "@/lib/platform/supabase/database-constants/garage";

async function contentOf({ client, vehicle, locale }: Opened, withNumbers: boolean): Promise<DossierContent> {
  const [t, data] = [
    await getTranslations({ locale, namespace: "garage/history" }),
    await dossierData(client, vehicle),
  ];
  const { dossier, identity, minimum, age } = data;
  const given = (value: number | null | undefined) => (value == null ? t("dossier.pdf.notGiven") : String(value));
  const total = totalOf(dossier);
  const numbers = withNumbers && identity ? identity : { plate: "", chassis: "" };
  const facts: [string, string][] = [
    [t("pdf.car"), describeVehicle(vehicle)],
    [t("pdf.color"), vehicle.color],
    [t("pdf.engine"), vehicle.engine],
    [t("pdf.plate"), numbers.plate && formatPlate(numbers.plate)],
    [t("dossier.pdf.chassis"), numbers.chassis],
    [t("dossier.points.club"), dossier?.club ?? ""],
  ];
  const read = pictureReader(client, createServiceClient());
  return {
    title: t("dossier.pdf.heading", { name: vehicle.nickname }),
    lead: t("dossier.pdf.intro", { date: formatDate(data.today, locale) }),
    facts: facts.filter(([, value]) => value),
    progress: {
      title: t("dossier.pdf.progress"),
      lines: [
        ...data.requirements.map(({ key, isMet }) => {
          const what = t(`dossier.requirements.${key}`, { minimum: String(minimum) });
          return isMet ? t("dossier.ready", { what }) : t("dossier.missing", { what });
        }),
        t(`dossier.age.${age.status}`, { year: String(vehicle.year_made), from: String(age.from) }),
      ],
    },
    points: {
      title: t("dossier.points.title"),
      note: t("dossier.points.warning"),
      rows: [
        ...POINT_GROUPS.map((group): [string, string] => [t(`dossier.groups.${group}`), given(dossier?.[group])]),
        [t("dossier.pdf.total"), total === null ? given(null) : `${total} / ${ALL_POINTS}`],
      ],
    },
    notes: { title: t("dossier.points.notes"), text: dossier?.notes ?? "" },
    photos: {
      title: t("dossier.photos.title"),
      note: t("dossier.photos.lead"),
      pictures: PHOTO_SLOTS.flatMap((slot) => {
        const photo = data.photos.find((one) => one.slot === slot);
        return photo ? [{ caption: t(`dossier.photos.slots.${slot}`), read: () => read(photo.file) }] : [];
      }),
    },
    sources: {
      title: t("dossier.sources.title"),
      note: t("dossier.sources.note"),
      lines: SOURCES.map(({ key, url }) => `${t(`dossier.sources.${key}`)}. ${url}`),
    },
    page: (number) => t("dossier.pdf.page", { name: vehicle.nickname, number: String(number) }),
  };
}

/** The dossier of a car for the collection plate as PDF; plate and chassis only for the owner who asks for them. */
export const GET = vehiclePdf("dossie", async (opened, query) =>
  drawDossier(await contentOf(opened, query.get("placa") === "1")),
);
