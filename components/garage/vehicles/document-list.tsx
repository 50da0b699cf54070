"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { FileText } from "lucide";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { deleteVehicleFileAction } from "@/lib/garage/vehicles/actions";
import { setDocumentDeletedAction } from "@/lib/garage/vehicles/documents/actions";
import { vehicleFilePath } from "@/lib/garage/vehicles/rules";
import { DocumentForm, type DocumentValues } from "./document-form";
import { FilePicker } from "./file-picker";
import { uploadFiles } from "./file-upload";
import { RowTrash } from "./row-trash";
import { useUndo } from "./use-undo";
import { useVehicleTexts } from "./vehicle-texts";

type ListedDocument = { id: string; title: string; badge: ReactNode } & DocumentValues & {
    files: readonly { id: string; name: string }[];
  };
type Props = {
  vehicle: string;
  documents: readonly ListedDocument[];
  deleted: readonly { id: string; title: string }[];
};

/** Documents of a car with their files; only its owner opens the page. */
export function DocumentList({ vehicle, documents, deleted }: Props) {
  const texts = useVehicleTexts();
  const words = texts.documents;
  const hydrated = useHydrated();
  const [open, setOpen] = useState<string | null>(null);
  const change = useUndo(setDocumentDeletedAction, "vehicle.documentRemoved");
  const form = { vehicle, onClose: () => setOpen(null) };
  return (
    <div className="grid gap-4">
      {documents.length === 0 && <p className="text-lg text-muted">{words.empty}</p>}
      <ul className="grid gap-3 md:grid-cols-2">
        {documents.map((row) => (
          <li key={row.id} className="grid content-start gap-3 rounded-xl border-2 border-line bg-surface p-4">
            {open === row.id ? (
              <DocumentForm {...form} document={row} />
            ) : (
              <DocumentLine row={row} vehicle={vehicle} change={change} onEdit={() => setOpen(row.id)} />
            )}
          </li>
        ))}
      </ul>
      {open === "new" ? (
        <DocumentForm {...form} document={null} />
      ) : (
        <Button variant="faixa" className="w-full sm:w-fit" disabled={!hydrated} onClick={() => setOpen("new")}>
          {words.add}
        </Button>
      )}
      <RowTrash rows={deleted} isBusy={change.isBusy} onRestore={change.restore} />
    </div>
  );
}

type LineProps = Pick<Props, "vehicle"> & {
  row: ListedDocument;
  change: ReturnType<typeof useUndo>;
  onEdit: () => void;
};

function DocumentLine({ row, vehicle, change, onEdit }: LineProps) {
  const texts = useVehicleTexts();
  const router = useRouter();
  const words = texts.documents;
  const add = async (files: readonly File[]) => {
    const { problems } = await uploadFiles(files, { vehicle, kind: "document", document: row.id }, texts.upload);
    router.refresh();
    return problems;
  };
  return (
    <>
      <div className="grid gap-1">
        <h3 className="text-xl">{words.kinds[row.kind as keyof typeof words.kinds]}</h3>
        {row.number && <p className="wrap-anywhere">{words.numberOf.replace("{number}", row.number)}</p>}
        <p>{row.badge ?? <span className="text-muted">{words.noExpiry}</span>}</p>
      </div>
      <ul className="grid gap-1 empty:hidden">
        {row.files.map((file) => (
          <FileLine key={file.id} file={file} change={change} />
        ))}
      </ul>
      <FilePicker
        label={words.addFile}
        hint={words.fileHint}
        sending={words.sending}
        accept="application/pdf,image/jpeg,image/png,image/webp"
        onFiles={add}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" aria-label={`${words.edit}: ${row.title}`} disabled={change.isBusy} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button
          variant="outline"
          aria-label={`${words.remove}: ${row.title}`}
          disabled={change.isBusy}
          onClick={() => change.remove(row.id, row.title)}
        >
          {words.remove}
        </Button>
      </div>
    </>
  );
}

type FileProps = {
  file: ListedDocument["files"][number];
  change: ReturnType<typeof useUndo>;
};

function FileLine({ file, change }: FileProps) {
  const words = useVehicleTexts().documents;
  const name = file.name || words.unnamed;
  return (
    <li className="flex items-center justify-between gap-2">
      <a
        href={vehicleFilePath(file.id)}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 min-w-0 items-center gap-2 underline underline-offset-4 wrap-anywhere"
      >
        <Icon of={FileText} className="size-5 shrink-0" />
        {words.open.replace("{name}", name)}
      </a>
      <Button
        variant="ghost"
        aria-label={words.removeFile.replace("{name}", name)}
        disabled={change.isBusy}
        onClick={() =>
          whenConfirmed(words.confirmFile, () => change.run(() => deleteVehicleFileAction({ id: file.id })))
        }
      >
        {words.remove}
      </Button>
    </li>
  );
}
