"use client";

import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { notify } from "@/components/ui/notify";
import { PinTexts } from "@/components/panel/requests/pin-texts";
import { TownAndPin } from "@/components/panel/requests/town-and-pin";
import { proposeChangeAction } from "@/lib/partners/own-places/actions";
import { pinText } from "@/lib/partners/own-places/rules";
import type { PlaceState, Proposal } from "@/lib/partners/own-places/schema";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { GalleryField, type GalleryPicture } from "./gallery-field";
import { ModeratedTexts, type ModeratedMessages } from "./moderated-texts";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = {
  place: PlaceState;
  /** The open proposal, which this form replaces. */
  proposal: Proposal | null;
  texts: ModeratedMessages;
  categories: readonly { value: string; label: string }[];
};

const picturesOf = ({ cover_url: cover, photos }: PlaceState) => [...(cover ? [cover] : []), ...photos];
const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];

function galleryOf(place: PlaceState, values: Record<string, unknown>): GalleryPicture[] {
  const names = textsOf(values.photos);
  const addresses = values.gallery === undefined ? picturesOf(place) : textsOf(values.gallery);
  return addresses.map((address) => {
    const name = names.find((one) => address.endsWith(`/${one}`));
    return name ? { address, name } : { address };
  });
}

/** The values that the form compares with, in the form of the stored proposal. */
const baseOf = (place: PlaceState) => ({
  name: place.name,
  category_key: place.category_key,
  city: place.city,
  address: place.address,
  description: place.description,
  gallery: picturesOf(place),
  pin: pinText(place),
});

/** Name, category, position, text and photos, which the team approves before they are public. */
export function ModeratedForm({ place, proposal, texts, categories }: Props) {
  const router = useRouter();
  const {
    moderated: words,
    form: { optional },
  } = texts;
  const { execute, result, isPending } = useFormAction(proposeChangeAction, ({ data }) => {
    if (data.outcome !== "saved") return;
    notify({ code: "place.proposed", variant: "success" });
    router.refresh();
  });
  const values = proposal?.values ?? {};
  const textOf = (name: "name" | "category_key" | "city" | "address" | "description") =>
    typeof values[name] === "string" ? values[name] : (place[name] ?? "");
  const key = result.data && outcomeKey(result.data);
  return (
    <ModeratedTexts value={texts}>
      <PinTexts value={texts}>
        <ActionForm
          submit={execute}
          pending={isPending}
          errors={result.validationErrors}
          texts={texts.validation}
          hidden={{ service: place.id, replaces: proposal?.id ?? "", before: JSON.stringify(baseOf(place)) }}
        >
          <TextField name="name" label={words.name} defaultValue={textOf("name")} maxLength={160} />
          <SelectField
            name="category_key"
            label={words.category}
            options={categories}
            defaultValue={textOf("category_key")}
          />
          <TownAndPin
            state={place.state_abbr as StateAbbr}
            cityLabel={words.city}
            city={textOf("city")}
            pin={pinText("lat" in values ? values : place)}
          />
          <TextField
            name="address"
            label={words.address}
            optional={optional}
            defaultValue={textOf("address")}
            maxLength={300}
          />
          <TextAreaField
            name="description"
            label={words.description}
            optional={optional}
            defaultValue={textOf("description")}
          />
          <GalleryField label={words.photos} pictures={galleryOf(place, values)} />
          {(key === "unchanged" || key === "conflict") && (
            <p role="alert" className="rounded-xl border-2 border-faixa p-4 font-semibold">
              {words[key]}
            </p>
          )}
          <SubmitButton
            label={proposal ? words.replace : words.send}
            pendingLabel={words.pending}
            pending={isPending}
          />
        </ActionForm>
      </PinTexts>
    </ModeratedTexts>
  );
}
