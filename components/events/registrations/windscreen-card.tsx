import { getTranslations } from "next-intl/server";
import { carName } from "@/lib/events/registrations/badges/rules";
import type { Badge } from "@/lib/events/registrations/schema";
import { millimetres, SHEET } from "./badge-sheet";

type Props = {
  badge: Badge;
  /** Code of the entrance, or of the page of votes of each car. */
  codes: readonly string[];
  title: string;
  kindName: string;
};

/** The card behind the windscreen of each car: code of the registration, car and kind; no name, because everybody reads it. */
export async function WindscreenCard({ badge, codes, title, kindName }: Props) {
  const t = await getTranslations("events/registrations.badge");
  return badge.vehicles.map((car, index) => (
    <section
      key={car.id}
      data-badge="windscreen"
      style={millimetres("windscreen")}
      className={`${SHEET} mb-6 grid grid-rows-[auto_1fr_auto] gap-4 p-[10mm] print:mb-0 print:break-after-page print:last:break-after-auto`}
    >
      <p className="line-clamp-1 text-lg font-semibold uppercase">{title}</p>
      <h2 className="self-center font-display text-[32mm] leading-none whitespace-nowrap">{badge.code}</h2>
      <div className="grid grid-cols-[1fr_auto] items-end gap-4">
        <div className="grid min-w-0 gap-2 self-start">
          <p className="line-clamp-2 font-display text-4xl leading-tight wrap-anywhere">{carName(car)}</p>
          <p className="line-clamp-2 font-display text-2xl leading-tight wrap-anywhere">{kindName}</p>
        </div>
        <img src={codes[index]} alt={t(badge.event.has_votes ? "voteQr" : "qr")} className="w-[48mm]" />
      </div>
    </section>
  ));
}
