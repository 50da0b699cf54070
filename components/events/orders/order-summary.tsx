import { getMessages, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { answerRows, fieldsIn } from "@/lib/events/registrations/questions/rules";
import type { BuyersOrder, Order } from "@/lib/events/registrations/orders/schema";
import { personPath } from "@/lib/events/registrations/orders/rules";
import { translated } from "@/lib/events/registrations/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { ENDED_REGISTRATION_STATUSES } from "@/lib/platform/supabase/database-constants/events";
import { LeavePerson } from "./leave-person";
import { NameForm } from "./name-form";

type Props = { token: string; page: RegistrationPage; order: Order; locale: Locale };

/** The order of a registration: people, children, add-ons and the one price, for the buyer; for others, whose it is. */
export async function OrderSummary({ token, page, order, locale }: Props) {
  const t = await getTranslations("events/orders.page");
  if (!order.is_buyer)
    return (
      <Card className="grid gap-2">
        <p>{t("ofBuyer", { name: order.buyer ?? "" })}</p>
        {order.half_price && <p>{t("halfPrice")}</p>}
      </Card>
    );
  return (
    <Card className="grid gap-4">
      <CardTitle>{t("title")}</CardTitle>
      <People token={token} page={page} order={order} locale={locale} />
      {order.children.length > 0 && (
        <ul className="grid gap-1">
          {order.children.map(({ age_band: band, amount }) => (
            <li key={band}>{t(`children.${band}`, { count: amount })}</li>
          ))}
        </ul>
      )}
      {order.addons.length > 0 && (
        <ul className="grid gap-1">
          {order.addons.map(({ name, variant, amount, unit_cents: cents }) => (
            <li key={name + variant} className="flex flex-wrap justify-between gap-3">
              <span>
                {amount} × {[name, variant].filter(Boolean).join(", ")}
              </span>
              <span className="tabular">{formatMoney(amount * cents, locale)}</span>
            </li>
          ))}
        </ul>
      )}
      {order.code && <p>{t("code", { code: order.code, amount: formatMoney(order.discount_cents, locale) })}</p>}
      <p className="flex flex-wrap items-baseline justify-between gap-3 border-t-2 border-line pt-3 font-semibold">
        <span>{t("total")}</span>
        <span className="tabular">{order.total_cents > 0 ? formatMoney(order.total_cents, locale) : t("free")}</span>
      </p>
    </Card>
  );
}

type PersonProps = { person: BuyersOrder["people"][number]; locale: Locale };

/** Companions, cars, stand and answers of another person, as they were sent. */
async function PersonFacts({ person, locale }: PersonProps) {
  const [t, words] = [
    await getTranslations("events/registrations.status"),
    await getTranslations("events/orders.page"),
  ];
  const facts: (readonly [string, string | null])[] = [
    [t("people"), person.companions.join(", ")],
    [
      t("cars"),
      person.vehicles.map((car) => [car.make, car.model, car.year, car.plate].filter(Boolean).join(" ")).join(", "),
    ],
    [t("stand"), person.stand],
    [t("documents"), person.lacks_documents ? t("documentStatus.missing") : null],
    ...answerRows(fieldsIn(locale, person.fields), person.answers, { yes: words("yes"), no: words("no") }),
  ];
  const rows = facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
  return rows.length > 0 && <FactList rows={rows} />;
}

const hasEnded = ({ status }: BuyersOrder["people"][number]) =>
  ENDED_REGISTRATION_STATUSES.some((one) => one === status);

type PeopleProps = Omit<Props, "order"> & { order: BuyersOrder };

async function People({ token, page, order, locale }: PeopleProps) {
  const [t, messages] = [await getTranslations("events/orders.page"), await getMessages()];
  const { names } = messages["events/registrations"].status;
  return (
    <ul className="grid gap-4">
      {order.people.map((person, index) => (
        <li key={person.id} className="grid gap-1">
          <p className="flex flex-wrap justify-between gap-3">
            <strong className="wrap-anywhere">{person.full_name}</strong>
            {/* Who left is not in the total below. */}
            {!hasEnded(person) && (
              <span className="tabular">{person.cents > 0 ? formatMoney(person.cents, locale) : t("free")}</span>
            )}
          </p>
          <p className="text-muted">
            {[
              translated(person.kind_translations, "name", locale, person.kind_name),
              names[person.status],
              person.half_price && t("halfPrice"),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {index > 0 && <PersonFacts person={person} locale={locale} />}
          {index > 0 && page.status !== "unconfirmed" && !hasEnded(person) && (
            <a href={personPath(token, person.id, locale)} className="w-fit text-link underline underline-offset-4">
              {t("open")}
            </a>
          )}
          {!person.has_name && page.can_manage && (
            <NameForm
              token={token}
              registration={person.id}
              texts={messages["events/orders"].page}
              validation={messages["events/registrations"].validation}
              problems={messages["events/registrations"].problem}
            />
          )}
          <LeavePerson token={token} page={page} person={person} locale={locale} />
        </li>
      ))}
    </ul>
  );
}
