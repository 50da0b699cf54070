import { getTranslations } from "next-intl/server";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { badgeLines, BADGE_SIZES, type BadgeSize } from "@/lib/events/registrations/badges/rules";
import type { Badge } from "@/lib/events/registrations/schema";

type Props = { badge: Badge; size: BadgeSize; qr: string; title: string; date: string; kindName: string };

export const millimetres = (size: BadgeSize) => ({
  width: `${BADGE_SIZES[size].width}mm`,
  height: `${BADGE_SIZES[size].height}mm`,
});
/** Printed sheets are white in both themes. */
export const SHEET = "overflow-hidden border-2 border-line bg-white text-black print:border-0";

const placeOf = ({ town, state_abbr: state }: Badge) => [town, state].filter(Boolean).join("/");

/** Letters from which a name is printed smaller, so that nothing of the sheet is cut off. */
const LONG_NAME = 28;
const LOOKS = {
  short: {
    a6: { name: "text-4xl", text: "", about: "line-clamp-2" },
    card: { name: "text-2xl", text: "text-sm", about: "line-clamp-3" },
    label: { name: "line-clamp-2 text-xl", text: "text-sm leading-tight", about: "line-clamp-2" },
  },
  long: {
    a6: { name: "line-clamp-4 text-2xl", text: "", about: "line-clamp-2" },
    card: { name: "line-clamp-5 text-base", text: "text-xs", about: "line-clamp-3" },
    label: { name: "line-clamp-3 text-sm", text: "text-xs leading-tight", about: "line-clamp-1" },
  },
} as const;

/** The badge in one of its printed sizes: name, kind, town, club or car, and the code of the entrance. */
export async function BadgeSheet({ badge, size, qr, title, date, kindName }: Props) {
  const t = await getTranslations("events/registrations.badge");
  const isTall = size === "a6";
  const shows = (part: string) => !badge.event.badge_hidden.includes(part);
  const look =
    LOOKS[badge.full_name.length > LONG_NAME ? "long" : "short"][isTall ? "a6" : size === "label" ? "label" : "card"];
  const { about, place } = badgeLines(badge, {
    people: (count) => t("people", { count }),
    stand: (label) => t("stand", { label }),
  });
  return (
    <section
      data-badge={size}
      style={millimetres(size)}
      className={`${SHEET} ${isTall ? "flex flex-col items-center gap-2 text-center" : "grid grid-cols-[1fr_auto] items-center gap-3"} ${size === "label" ? "p-[2mm]" : "p-[5mm]"}`}
    >
      {isTall && badge.event.poster_path && shows("poster") && (
        <img src={eventFileUrl(badge.event.poster_path)} alt="" className="h-[30mm] w-full rounded-lg object-cover" />
      )}
      <div className={`grid min-w-0 ${size === "label" ? "" : "gap-1"} ${look.text}`}>
        {size !== "label" && <p className="line-clamp-2 text-xs font-semibold uppercase">{title}</p>}
        <h2 className={`font-display leading-tight wrap-anywhere ${look.name}`}>{badge.full_name}</h2>
        <p className="font-semibold">{kindName}</p>
        {about && <p className={`wrap-anywhere ${look.about}`}>{about}</p>}
        {size !== "label" && <p className="text-xs">{place}</p>}
        {isTall && shows("date") && <p className="text-sm">{date}</p>}
      </div>
      <img
        src={qr}
        alt={t("qr")}
        className={isTall ? "mt-auto w-[62mm]" : size === "label" ? "w-[24mm]" : "w-[42mm]"}
      />
    </section>
  );
}

type DashProps = Omit<Props, "kindName" | "qr"> & {
  /** Code of the entrance, or of the page of votes of each car. */
  codes: readonly string[];
};

/**
 * The card for the dashboard: the car and its story. Where visitors vote for cars, its code opens the
 * page of votes: everybody can scan the card, and with the code of the entrance they could vote as its owner.
 */
export async function DashCard({ badge, size, codes, title, date }: DashProps) {
  const t = await getTranslations("events/registrations.badge");
  const isLarge = size === "dash-a4";
  return badge.vehicles.map((car, index) => (
    <section
      key={index}
      data-badge={size}
      style={millimetres(size)}
      className={`${SHEET} mb-6 grid grid-rows-[auto_1fr_auto] gap-4 border-t-[5mm] border-t-primary p-[10mm] [print-color-adjust:exact] print:mb-0 print:border-t-[5mm]! print:break-after-page print:last:break-after-auto`}
    >
      <p className="text-lg font-semibold uppercase">
        {title} · {date}
      </p>
      <div className="grid min-h-0 content-center gap-3">
        <h2 className={`font-display leading-none wrap-anywhere ${isLarge ? "text-8xl" : "text-6xl"}`}>
          {car.make} {car.model}
        </h2>
        <p className={`font-display tabular ${isLarge ? "text-6xl" : "text-4xl"}`}>{car.year}</p>
        {car.story && <p className={`whitespace-pre-line ${isLarge ? "text-2xl" : "text-lg"}`}>{car.story}</p>}
      </div>
      <div className="grid grid-cols-[1fr_auto] items-end gap-4">
        <p className={isLarge ? "text-2xl" : "text-lg"}>
          {[badge.full_name, badge.club, placeOf(badge), car.class_name].filter(Boolean).join(" · ")}
        </p>
        <figure className="grid justify-items-center gap-1">
          <img
            src={codes[index]}
            alt={t(badge.event.has_votes ? "voteQr" : "qr")}
            className={isLarge ? "w-[45mm]" : "w-[32mm]"}
          />
          {badge.event.has_votes && <figcaption className="text-sm font-semibold">{t("vote")}</figcaption>}
        </figure>
      </div>
    </section>
  ));
}
