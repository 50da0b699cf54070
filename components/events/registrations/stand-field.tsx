"use client";

import { FormPart } from "@/components/panel/requests/form-part";
import { formatMoney } from "@/lib/platform/format";
import type { FormProps } from "./form-props";
import { useRegistrationTexts } from "./registration-texts";

type Props = Pick<FormProps, "stands" | "locale"> & {
  value: string;
  /** Start of the name of the field, for another person of an order. */
  prefix?: string;
  onValue: (id: string) => void;
};

/** Choice of a free stand, or none: then the organiser chooses. */
export function StandField({ stands, locale, value, prefix = "", onValue }: Props) {
  const texts = useRegistrationTexts().form;
  const nameOf = ({ label, area, width, depth, power, price }: Props["stands"][number]) =>
    [
      label,
      area,
      width && depth && `${width} × ${depth} m`,
      power && `${power} kVA`,
      price > 0 && formatMoney(price, locale),
    ]
      .filter(Boolean)
      .join(" · ");
  const options = [
    { id: "", text: texts.standNone },
    ...stands.map((stand) => ({ id: stand.id, text: nameOf(stand) })),
  ];
  return (
    <FormPart title={texts.stand}>
      <p className="text-muted">{texts.standHint}</p>
      <div className="grid max-h-80 gap-2 overflow-y-auto sm:grid-cols-2">
        {options.map(({ id, text }) => (
          <label
            key={id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg border-2 border-line px-3 py-2 has-checked:border-rota has-focus-visible:outline-3 has-focus-visible:outline-faixa"
          >
            <input
              type="radio"
              name={`${prefix}stand`}
              value={id}
              checked={value === id}
              onChange={() => onValue(id)}
              className="size-5"
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </FormPart>
  );
}
