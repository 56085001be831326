import { Migration } from '@mikro-orm/migrations'

/** Whether a level was written by its name. */
export class Migration0022 extends Migration {
  override up(): void {
    this.addSql('alter table "resource_skills" add "is_named" boolean not null default false;')
    this.addSql('alter table "task_skill_requirements" add "is_named" boolean not null default false;')
  }
}
