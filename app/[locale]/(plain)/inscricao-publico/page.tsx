import type { Metadata } from "next";
import { formMetadata, FormPage, type FormPageProps } from "../registration-form-page";

export const dynamic = "force-dynamic";

export const generateMetadata = (): Promise<Metadata> => formMetadata("publico");

export default function Page({ searchParams }: FormPageProps) {
  return <FormPage kind="publico" searchParams={searchParams} />;
}
