import { Link } from "@/components/ui/link";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { eventMoment, registrationState, isVisitor, isExhibitor } from "@/lib/events/events/rules";
import type { RegistrationKind } from "@/lib/events/events/schema";
import { formatMoney } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { formPath, translated } from "@/lib/events/registrations/rules";

type Type = {
  id: string;
  kind: string;
  name: string;
  translations: unknown;
  price_cents: number;
  next_prices: readonly { starts_at: string; price_cents: number }[];
  capacity: number | null;
  taken: number;
  requires_approval: boolean;
  has_waiting_list: boolean;
  opens_at: string | null;
  closes_at: string | null;
};
type Event = { slug: string; status: string; starts_at: string; time_zone: string; min_vehicle_age: number | null };

/** A kind of registration with its price, places and state, and the way to its form. */
export async function KindCard({
  type,
  event,
  locale,
  now,
  isPayable,
}: {
  type: Type;
  event: Event;
  locale: Locale;
  now: number;
  /** Whether the portal can be paid now. */
  isPayable: boolean;
}) {
  const t = await getTranslations("events/registrations");
  const kind = type.kind as RegistrationKind;
  const state = registrationState(type, event, now);
  const isOpen = state === "open" || state === "waiting_list";
  const isUnpayable = isOpen && type.price_cents > 0 && !isPayable;
  const price = formatMoney(type.price_cents, locale);
  const opens =
    type.opens_at && eventMoment(type.opens_at, event.time_zone, locale, { dateStyle: "long", timeStyle: "short" });
  return (
    <li className="grid content-start gap-2 rounded-2xl border-2 border-line bg-surface p-5">
      <h2 className="text-2xl">{translated(type.translations, "name", locale, type.name)}</h2>
      <p className="text-muted">{t(`kindLead.${kind}`)}</p>
      <p className="font-display text-xl">
        {type.price_cents === 0
          ? t("start.free")
          : isVisitor(kind)
            ? t("start.perPerson", { price })
            : t("start.price", { price })}
      </p>
      {type.next_prices.map(({ starts_at: at, price_cents: cents }) => (
        <p key={at} className="text-sm">
          {t("start.nextPrice", {
            date: eventMoment(at, event.time_zone, locale, { dateStyle: "long", timeStyle: "short" }),
            price: formatMoney(cents, locale),
          })}
        </p>
      ))}
      <p className="font-semibold">
        {state === "not_yet" ? t("state.not_yet", { date: opens ?? "" }) : t(`state.${state}`)}
        {state === "open" && type.capacity !== null && ` · ${t("start.left", { count: type.capacity - type.taken })}`}
      </p>
      {type.requires_approval && <p className="text-sm">{t("start.approval")}</p>}
      {isExhibitor(kind) && Boolean(event.min_vehicle_age) && (
        <p className="text-sm">{t("start.minAge", { years: event.min_vehicle_age ?? 0 })}</p>
      )}
      {isUnpayable && (
        <p role="status" className="rounded-lg border-2 border-faixa p-3">
          {t("start.unpayable")}
        </p>
      )}
      {isOpen && !isUnpayable && (
        <Link
          href={localePath(locale, formPath(kind, event.slug, type.id))}
          className={buttonClass({ look: state === "open" ? "primary" : "outline", className: "mt-2 w-fit" })}
        >
          {state === "open" ? t("start.register") : t("start.wait")}
        </Link>
      )}
    </li>
  );
}
