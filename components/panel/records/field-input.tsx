"use client";

import { use } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Input, controlClass } from "@/components/ui/input";
import type { FieldKind } from "@/lib/panel/admin/resource";
import { asText, NEVER } from "@/lib/panel/admin/rules";
import { localIn, momentIn } from "@/lib/platform/dates";
import { formatZone } from "@/lib/platform/format";
import { AttributesInput } from "./attributes-input";
import { CentsInput } from "./cents-input";
import { CoordinatesInput } from "./coordinates-input";
import { EventFileInput } from "./event-file-input";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { GalleryInput } from "./gallery-input";
import { ImageInput } from "./image-input";
import { HoursInput } from "./hours-input";
import { choicesOf, useLabels } from "./labels";
import { ListInput } from "./list-input";
import { MarkdownInput } from "./markdown-input";
import { NumberInput } from "./number-input";
import { PdfInput } from "./pdf-input";
import { ZoneContext } from "./record-zone";
import { ReferenceInput } from "./reference-input";
import { RowsInput } from "./rows-input";
import { TextsInput } from "./texts-input";
import { TrackInput } from "./track-input";

function TextInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const type = field.kind === "date" ? "date" : "text";
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <Input
          {...control}
          type={type}
          value={value === NEVER ? "" : asText(value)}
          maxLength={field.max}
          readOnly={field.readOnly}
          required={field.required}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

function LongTextInput({ field, path, value, errors, onChange }: FieldInputProps) {
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <textarea
          {...control}
          rows={4}
          maxLength={field.max}
          value={asText(value)}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClass} h-auto py-2`}
        />
      )}
    </FieldFrame>
  );
}

function BooleanInput(props: FieldInputProps) {
  const { field, path, value, errors, onChange } = props;
  const labels = useLabels();
  if (field.nullable)
    return (
      <ChoiceInput
        {...props}
        value={asText(value)}
        onChange={(chosen) => onChange(chosen === "" ? null : chosen === "true")}
      />
    );
  return (
    <div className="grid content-start gap-1" data-field={path}>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <Checkbox checked={value === true} onChange={(event) => onChange(event.target.checked)} />
        {labels.field(field.name)}
      </label>
      {errors[path] && <p className="text-sm font-semibold text-danger">{labels.error(errors[path])}</p>}
    </div>
  );
}

function ChoiceInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const labels = useLabels();
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <select
          {...control}
          value={asText(value)}
          disabled={field.readOnly}
          onChange={(event) => onChange(event.target.value)}
          className={controlClass}
        >
          {(!field.required || !value) && <option value="">—</option>}
          {choicesOf(field, labels).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

function ChoicesInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const labels = useLabels();
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <div {...control} role="group" className="flex flex-wrap gap-x-4 gap-y-1">
          {choicesOf(field, labels).map((option) => (
            <label key={option.value} className="flex min-h-9 items-center gap-2">
              <Checkbox
                checked={chosen.includes(option.value)}
                onChange={(event) =>
                  onChange(
                    choicesOf(field, labels)
                      .map((one) => one.value)
                      .filter((one) => (one === option.value ? event.target.checked : chosen.includes(one))),
                  )
                }
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

function MomentInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const { zone, locale } = use(ZoneContext);
  const moment = asText(value);
  const hint = useLabels().hint(field.name);
  return (
    <FieldFrame
      field={field}
      path={path}
      errors={errors}
      note={[hint, formatZone(zone, locale)].filter(Boolean).join(" ")}
    >
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={Number.isNaN(Date.parse(moment)) ? moment : localIn(moment, zone)}
          className="sm:max-w-64"
          onChange={(event) => onChange(momentIn(event.target.value, zone))}
        />
      )}
    </FieldFrame>
  );
}

const INPUTS: Record<FieldKind, (props: FieldInputProps) => React.ReactNode> = {
  text: TextInput,
  slug: TextInput,
  link: TextInput,
  date: TextInput,
  longtext: LongTextInput,
  markdown: MarkdownInput,
  number: NumberInput,
  cents: CentsInput,
  boolean: BooleanInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  list: ListInput,
  datetime: MomentInput,
  state: ChoiceInput,
  city: ReferenceInput,
  reference: ReferenceInput,
  image: ImageInput,
  gallery: GalleryInput,
  pdf: PdfInput,
  eventFile: EventFileInput,
  track: TrackInput,
  texts: (props) => <TextsInput {...props} FieldInput={FieldInput} />,
  coordinates: CoordinatesInput,
  // Filled in by another field, so it has no input of its own.
  json: () => null,
  hours: HoursInput,
  attributes: AttributesInput,
  items: (props) => <RowsInput {...props} FieldInput={FieldInput} />,
  rows: (props) => <RowsInput {...props} FieldInput={FieldInput} />,
};

/** Inputs with buttons beside them, which a read-only field must not offer either. */
const WITH_BUTTONS: ReadonlySet<FieldKind> = new Set(["city", "coordinates"]);

/** The input of a field, chosen by its kind. */
export function FieldInput(props: FieldInputProps) {
  const Control = INPUTS[props.field.kind];
  return (
    <fieldset disabled={props.field.readOnly && WITH_BUTTONS.has(props.field.kind)} className="contents">
      <Control {...props} />
    </fieldset>
  );
}
