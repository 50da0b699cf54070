import type { Metadata } from "next";
import { formMetadata, FormPage, type FormPageProps } from "../registration-form-page";

export const dynamic = "force-dynamic";

export const generateMetadata = (): Promise<Metadata> => formMetadata("expositor_comercial");

export default function Page({ searchParams }: FormPageProps) {
  return <FormPage kind="expositor_comercial" searchParams={searchParams} />;
}
