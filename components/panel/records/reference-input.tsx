"use client";

import { X } from "lucide";
import { useEffect, useId, useState } from "react";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { findReferencesAction } from "@/lib/panel/admin/actions";
import { asText } from "@/lib/panel/admin/rules";
import { FieldFrame, type ControlProps, type FieldInputProps } from "./field-frame";

type Option = { value: string; label: string };
const PAUSE_MS = 250;

/** Searches a row of another table by a part of its name. */
export function ReferenceInput(props: FieldInputProps) {
  const { field, path, errors } = props;
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => <Combobox {...props} control={control} />}
    </FieldFrame>
  );
}

function Combobox({
  field,
  path,
  value,
  onChange,
  titles,
  resource,
  state,
  control,
}: FieldInputProps & { control: ControlProps }) {
  const t = useTranslations("panel/records");
  const list = useId();
  const [chosen, setChosen] = useState<Option | null>(
    value === null || value === undefined
      ? null
      : { value: asText(value), label: titles[field.name]?.[asText(value)] ?? asText(value) },
  );
  const [typed, setTyped] = useState<string | null>(null);
  const [options, setOptions] = useState<Option[] | "failed" | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = typed !== null;
  // A child's field is identified by its table and name; its index in the list is removed.
  const fieldPath = path.includes(".") ? path.replace(/\.\d+\./, ".") : field.name;

  useEffect(() => {
    if (typed === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void findReferencesAction({ resource, field: fieldPath, typed, state: field.kind === "city" ? state : null })
        .then((answer) => isCurrent && setOptions(answer?.data ?? "failed"))
        .catch(() => isCurrent && setOptions("failed"));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed, resource, fieldPath, state, field.kind]);

  const choose = (option: Option | null) => {
    setChosen(option);
    setTyped(null);
    setOptions(null);
    setActive(0);
    onChange(option ? (field.kind === "city" ? Number(option.value) : option.value) : null);
  };
  const found = Array.isArray(options) ? options : [];
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setTyped(typed ?? "");
      setActive((active + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length));
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      if (found[active]) choose(found[active]);
    } else if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      setTyped(null);
    }
  };
  return (
    <div className="relative">
      <Input
        {...control}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && found[active] ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={typed ?? chosen?.label ?? ""}
        placeholder={t("form.find")}
        onFocus={(event) => event.target.setSelectionRange(0, event.target.value.length)}
        onClick={() => !chosen && setTyped(typed ?? "")}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onBlur={() => setTimeout(() => setTyped(null), 150)}
        onKeyDown={onKeyDown}
        className="pr-11"
      />
      {chosen && !field.required && (
        <button
          type="button"
          onClick={() => choose(null)}
          className="absolute right-0 top-0 grid size-11 place-items-center"
        >
          <Icon of={X} className="size-4" label={t("form.clear")} />
        </button>
      )}
      {isOpen && (
        <div
          id={list}
          role="listbox"
          className="absolute z-30 mt-1 max-h-64 w-full overflow-y-auto rounded-lg border-2 border-line bg-surface shadow-xl"
        >
          {options === null && <p className="p-3 text-muted">{t("form.searching")}</p>}
          {options === "failed" && <p className="p-3 text-danger">{t("form.searchFailed")}</p>}
          {Array.isArray(options) && found.length === 0 && <p className="p-3 text-muted">{t("form.nothing")}</p>}
          {found.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input above has the keys
            <div
              key={option.value}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              className="cursor-pointer px-3 py-2 hover:bg-raised aria-selected:bg-raised"
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
