"use client";

import { Plus, Trash2 } from "lucide";
import { useEffect, useRef, useState } from "react";
import { lazyCode, LoadFailed } from "@/components/form/lazy-code";
import { TextField } from "@/components/form/text-field";
import type { Values } from "@/components/events/registrations/form-props";
import { useRegistrationTexts } from "@/components/events/registrations/registration-texts";
import { buttonClass } from "@/components/ui/button-class";
import { fill } from "@/components/ui/fill";
import { Icon } from "@/components/ui/icon";
import { countPeople, personPrefix } from "@/lib/events/registrations/orders/rules";
import type { OrderChoice } from "@/lib/events/registrations/orders/schema";
import { formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { CHILD_AGE_BANDS } from "@/lib/platform/supabase/database-constants/events";
import { HalfPriceField } from "./half-price-field";
import type { OrderPersonProps } from "./order-person";

type Props = OrderChoice & { values: Values; locale: Locale; onKeep: () => void };

/** What an order may have besides its first person; folded, so that a form of one person stays short. */
export function OrderFields(props: Props) {
  const { offer, kinds, takesHalfPrice, values, locale, onKeep } = props;
  const texts = useRegistrationTexts().order;
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A draft has its price again when it is opened.
    if (part.current?.querySelector("details[open]")) onKeep();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the fields have their first values
  }, []);
  const has = (...starts: string[]) =>
    Object.entries(values).some(([name, value]) => value && starts.some((start) => name.startsWith(start)));
  return (
    <div ref={part} className="grid gap-3">
      {takesHalfPrice && (
        <Folded title={texts.halfPrice} isOpen={has("half_price")}>
          <HalfPriceField name="half_price" offer={offer} value={values.half_price} locale={locale} />
          <p className="text-sm text-muted">{texts.halfPriceNote}</p>
        </Folded>
      )}
      {kinds.length > 0 && offer.max_people > 1 && (
        <Folded title={texts.people} isOpen={has("people.")}>
          <PeopleFields {...props} />
        </Folded>
      )}
      {offer.allows_children && (
        <Folded title={texts.children} isOpen={has("children.")}>
          <ChildFields offer={offer} values={values} locale={locale} />
        </Folded>
      )}
      {offer.addons.length > 0 && (
        <Folded title={texts.addons} isOpen={has("addons.")}>
          <AddonFields offer={offer} values={values} locale={locale} />
        </Folded>
      )}
      {offer.takes_codes && (
        <Folded title={texts.code} isOpen={has("code")}>
          <TextField
            name="code"
            label={texts.codeLabel}
            optional={texts.optional}
            defaultValue={values.code}
            autoComplete="off"
            maxLength={30}
          />
        </Folded>
      )}
    </div>
  );
}

function Folded({ title, isOpen, children }: { title: string; isOpen: boolean; children: React.ReactNode }) {
  return (
    <details open={isOpen} className="rounded-xl border-2 border-line px-4">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="grid gap-4 pt-2 pb-4">{children}</div>
    </details>
  );
}

/** The fields of one person; their code is loaded with the first one. Until then hidden fields have what a draft has. */
const PersonFields = lazyCode(
  () => import("./order-person").then((module) => module.OrderPerson),
  (person: OrderPersonProps) => <HeldValues {...person} />,
  PersonFailed,
);

function HeldValues({ index, kinds, values }: OrderPersonProps) {
  const type = `${personPrefix(index)}type`;
  const held = { [type]: kinds[0]?.id ?? "", ...values };
  return Object.entries(held).map(
    ([name, value]) =>
      name.startsWith(personPrefix(index)) && <input key={name} type="hidden" name={name} value={value} />,
  );
}

function PersonFailed({ onRetry, ...person }: OrderPersonProps & { onRetry: () => void }) {
  const texts = useRegistrationTexts().order;
  return (
    <>
      <HeldValues {...person} />
      <LoadFailed text={texts.partFailed} retry={texts.partRetry} onRetry={onRetry} />
    </>
  );
}

/** Further people, each with what its kind asks for. */
function PeopleFields({ offer, kinds, values, locale, onKeep }: Props) {
  const texts = useRegistrationTexts().order;
  const [count, setCount] = useState(() => countPeople(values));
  const change = (next: number) => {
    setCount(next);
    requestAnimationFrame(onKeep);
  };
  return (
    <>
      <p className="text-muted">{texts.peopleLead}</p>
      {Array.from({ length: count }, (_, index) => (
        <PersonFields
          key={index}
          index={index}
          offer={offer}
          kinds={kinds}
          values={values}
          locale={locale}
          onKeep={onKeep}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        {count < offer.max_people - 1 && (
          <button type="button" className={buttonClass()} onClick={() => change(count + 1)}>
            <Icon of={Plus} className="size-5" /> {texts.addPerson}
          </button>
        )}
        {count > 0 && (
          <button type="button" className={buttonClass()} onClick={() => change(count - 1)}>
            <Icon of={Trash2} className="size-5" /> {texts.removePerson}
          </button>
        )}
      </div>
    </>
  );
}

type PartProps = Pick<Props, "offer" | "values" | "locale">;

function ChildFields({ offer, values, locale }: PartProps) {
  const texts = useRegistrationTexts().order;
  const priceOf = (band: (typeof CHILD_AGE_BANDS)[number]) => {
    const cents = offer.child_prices[band] ?? 0;
    return cents > 0 ? formatMoney(cents, locale) : texts.free;
  };
  return (
    <>
      <p className="text-muted">{texts.childrenLead}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        {CHILD_AGE_BANDS.map((band) => (
          <TextField
            key={band}
            name={`children.${band}`}
            label={texts.band[band]}
            hint={priceOf(band)}
            optional={texts.optional}
            inputMode="numeric"
            defaultValue={values[`children.${band}`]}
            maxLength={2}
          />
        ))}
      </div>
    </>
  );
}

function AddonFields({ offer, values, locale }: PartProps) {
  const texts = useRegistrationTexts().order;
  return offer.addons.map((addon) => (
    <fieldset key={addon.id} className="grid gap-3">
      <legend className="font-semibold">
        {addon.name} · {addon.price_cents > 0 ? formatMoney(addon.price_cents, locale) : texts.free}
      </legend>
      {addon.description && <p className="text-muted">{addon.description}</p>}
      <div className="grid gap-4 sm:grid-cols-3">
        {addon.variants.map(({ id, name, left }) =>
          left !== null && left <= 0 ? (
            <p key={id} className="text-muted">
              {name} {texts.soldOut}
            </p>
          ) : (
            <TextField
              key={id}
              name={`addons.${id}`}
              label={name ? fill(texts.amountOf, { name }) : texts.amount}
              hint={left === null ? undefined : fill(texts.left, { count: left })}
              optional={texts.optional}
              inputMode="numeric"
              defaultValue={values[`addons.${id}`]}
              maxLength={3}
            />
          ),
        )}
      </div>
    </fieldset>
  ));
}
