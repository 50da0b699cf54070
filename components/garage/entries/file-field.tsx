import { useState, type ChangeEvent } from "react";
import { fill } from "@/components/ui/fill";
import { MAX_FILES, readFiles, type ChosenFile } from "./entry-files";
import { useLogTexts } from "./log-texts";

type Props = {
  isPhoto: boolean;
  files: readonly ChosenFile[];
  onChange: (files: ChosenFile[]) => void;
};

/** Photos of a note, or receipts as photo or PDF. */
export function FileField({ isPhoto, files, onChange }: Props) {
  const texts = useLogTexts();
  const [problem, setProblem] = useState("");
  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { chosen, tooLarge } = await readFiles(currentTarget.files ?? []);
    const all = [...files, ...chosen];
    currentTarget.value = "";
    const left = all.slice(MAX_FILES).map(({ name }) => name);
    setProblem(
      [
        tooLarge.length > 0 && fill(texts.file.tooLarge, { name: tooLarge.join(", ") }),
        left.length > 0 && `${texts.file.tooMany} ${left.join(", ")}`,
      ]
        .filter(Boolean)
        .join(" "),
    );
    onChange(all.slice(0, MAX_FILES));
  };
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{isPhoto ? texts.field.photo : texts.field.receipt}</p>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {files.map(({ id, name }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 rounded-lg border-2 border-line pl-3">
            <span className="truncate">{name}</span>
            <button
              type="button"
              className="size-11 text-xl"
              aria-label={fill(texts.file.remove, { name })}
              onClick={() => onChange(files.filter((file) => file.id !== id))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <label className="flex min-h-11 w-fit cursor-pointer items-center rounded-lg border-2 border-line px-4 font-semibold has-focus-visible:outline-2 hover:bg-raised">
        {isPhoto ? texts.file.camera : texts.file.add}
        <input
          type="file"
          multiple
          accept={isPhoto ? "image/*" : "image/*,application/pdf"}
          className="sr-only"
          onChange={(event) => void add(event)}
        />
      </label>
      {problem && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
