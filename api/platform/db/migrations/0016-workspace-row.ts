import { Migration } from '@mikro-orm/migrations'

/** The one workspace is there with its table, whoever comes first: a first start, an account made by hand, the API. */
export class Migration0016 extends Migration {
  override up(): void {
    this.addSql('insert into "workspace" ("id") values (1) on conflict do nothing;')
  }
}
