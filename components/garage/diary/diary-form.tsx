"use client";

import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { VehicleRowForm } from "@/components/garage/vehicles/vehicle-row-form";
import { saveDiaryEntryAction } from "@/lib/garage/diary/actions";
import { useRowTexts } from "@/components/garage/vehicles/row-texts";
import { DiaryPlace } from "./diary-place";
import { useDiaryTexts } from "./diary-texts";

export type DiaryValues = {
  on_date: string;
  title: string;
  body: string;
  place: string;
  lat: number | null;
  lng: number | null;
  weather: string;
  trip_id: string | null;
};
export type DiaryFormProps = {
  vehicle: string;
  /** Null for a new entry. */
  entry: { id: string; values: DiaryValues } | null;
  trips: readonly { value: string; label: string }[];
  today: string;
  onClose: () => void;
};

/** Day, title and text of an entry with its place, weather and trip; day and title are needed. */
export function DiaryForm(props: DiaryFormProps) {
  const texts = useDiaryTexts();
  const { vehicle, entry, onClose } = props;
  return (
    <VehicleRowForm action={saveDiaryEntryAction} vehicle={vehicle} row={entry} labels={texts.field} onClose={onClose}>
      <DiaryFields {...props} />
    </VehicleRowForm>
  );
}

function DiaryFields({ entry, trips, today }: DiaryFormProps) {
  const texts = useDiaryTexts();
  const values = entry?.values;
  const { optional } = useRowTexts();
  // The trip of somebody else, or one in the trash, stays chosen.
  const isKept = values?.trip_id && !trips.some(({ value }) => value === values.trip_id);
  const options = [
    { value: "", label: texts.noTrip },
    ...(isKept ? [{ value: values.trip_id!, label: texts.otherTrip }] : []),
    ...trips,
  ];
  return (
    <>
      <TextField name="on_date" type="date" label={texts.field.on_date} defaultValue={values?.on_date ?? today} />
      <TextField
        name="title"
        label={texts.field.title}
        autoComplete="off"
        defaultValue={values?.title}
        maxLength={120}
      />
      <TextAreaField name="body" label={texts.field.body} optional={optional} rows={6} defaultValue={values?.body} />
      <DiaryPlace values={values} optional={optional} />
      <TextField
        name="weather"
        label={texts.field.weather}
        hint={texts.weatherHint}
        optional={optional}
        autoComplete="off"
        defaultValue={values?.weather}
        maxLength={80}
      />
      {options.length > 1 && (
        <SelectField
          name="trip_id"
          label={texts.field.trip_id}
          optional={optional}
          options={options}
          defaultValue={values?.trip_id ?? ""}
        />
      )}
    </>
  );
}
