/* What the parts of the front end share: the modules that were read, and what was made of their pieces. */
#ifndef FRONTEND_STATE_H
#define FRONTEND_STATE_H

#include "frontend/frontend.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

typedef struct {
    LLVMModuleRef llvm;
    const char *path; /* as the user named it, or of the library's file */
    bool is_library;
    bool is_left_out;                    /* a member of an archive that nobody asks for */
    bool is_foreign;                     /* bitcode that was not compiled by us */
    bool is_examined, is_as_compiled;    /* of such: foreign.c has looked, and no pass has been over it */
    bool is_context;                     /* Function.is_context */
    bool is_searched;                    /* `constant_tests` is filled in (lower_unevaluated.c) */
    bool is_surveyed;                    /* `composites` is filled in (debug_structs.c) */
    VEC(LLVMValueRef) constant_tests;    /* the intrinsics llvm.is.constant.* */
    StringMap composites;                /* "struct node" -> index into composite_list */
    VEC(LLVMMetadataRef) composite_list; /* debug info of structs and unions */
    VEC(u32) composite_next;             /* the next one of the same name, + 1 */
} Module;

typedef enum { /* which definition of a name wins: the greater */
               RANK_NONE,
               RANK_INLINE, /* available_externally: a body to use if there is no other */
               RANK_LIBRARY,
               RANK_COMMON, /* a tentative definition */
               RANK_WEAK,
               RANK_STRONG,
} Rank;

/* Which of clang's checks of indexes are wanted, in what we have compiled. */
typedef enum {
    INDEX_CHECKS_NONE,
    INDEX_CHECKS_MEMBERS, /* those whose array is not a whole object */
    INDEX_CHECKS_ALL,
} IndexChecks;

/* Function.source and Global.source. */
typedef struct {
    Module *module;     /* NULL until a library's file is loaded */
    LLVMValueRef value; /* its definition, or a declaration */
    Rank rank;
    u32 library_file;  /* RANK_LIBRARY: number of the file that defines it */
    Function *same_as; /* of an alias of the program: the function it stands for, whose address it has; else NULL */
} Source;

typedef struct { /* the scalars of a type as registers hold it */
    u32 count;
    const Type **types;
    u64 *offsets;       /* in bytes, in memory */
    bool is_supported;  /* false: it holds something no register can */
    bool is_bit_packed; /* a vector whose elements are not whole bytes */
} Scalars;

typedef struct {
    const char *folder;      /* NULL: there is no library */
    Text index_text;         /* symbols.index; the names point into it */
    Text contracts_text;     /* that of runtime/contracts, likewise */
    StringMap symbols;       /* name -> number of its line in the index */
    VEC(const char *) kinds; /* by that: see library.c, */
    VEC(u32) file_of;        /* and number of the file it is defined in */
    VEC(const char *) files;
    VEC(Module *) modules; /* by number of the file, NULL until read */
    VEC(bool) is_linked;   /* by number of the file: its definitions are known to the program */
} Library;

/* --function-alias: functions of such names are another one. */
typedef struct {
    const char *pattern, *replacement;
    void *compiled; /* regex_t */
} FunctionAlias;

typedef struct {
    Program *program;
    LLVMContextRef context;
    LLVMTargetDataRef layout; /* of the first module; the others agree in what matters */
    LLVMBuilderRef folder;    /* folds constants; it never inserts anything */
    VEC(Module *) modules;
    Library library;
    Module *current;         /* the module being lowered: names of structs are looked up in it */
    Map types;               /* LLVMTypeRef -> Type */
    Map scalars;             /* LLVMTypeRef -> Scalars */
    StringMap named_structs; /* "struct node" -> index + 1 into struct_list */
    VEC(const Type *) struct_list;
    VEC(u32) struct_next;
    Map c_types;           /* debug info of a type -> Type */
    Map access_types;      /* TBAA node -> Type */
    StringMap basic_types; /* TBAA name and bits -> Type */
    Map locations;         /* DILocation -> LocationId */
    Map files;             /* DIFile -> file number */
    Map operands;          /* scalar LLVM constant -> Operand */
    Map functions;         /* LLVMValueRef -> Function */
    Map globals;           /* LLVMValueRef -> Global */
    Map block_numbers;     /* LLVMBasicBlockRef whose address is taken -> block number in its function */
    unsigned tbaa_kind, debug_kind, byval_kind, noreturn_kind;
    Text diagnostic; /* what LLVM last complained about */
    char *working_directory;
    bool shortens_names; /* FrontendOptions.shortens_names */
    ThreadCode threads;  /* NONE also if the program starts none */
    IndexChecks index_checks;
    bool converts_results; /* FrontendOptions.converts_results */
    bool tells_rooms;      /* to functions that write text into a member of a struct (lower_members.c) */
    VEC(FunctionAlias) aliases;
    Function *entry; /* called in the place of main; NULL: main is */
} Frontend;

static inline Frontend *frontend_of(Program *program) { return program->frontend; }

/* types.c */
const Type *type_of(Frontend *fe, LLVMTypeRef type); /* NULL if it is of no kind that we know */
const Type *int_type(Frontend *fe, u32 bits);
const Type *pointer_type(Frontend *fe);
const Scalars *scalars_of(Frontend *fe, LLVMTypeRef type);
bool is_union_name(const char *llvm_name);

/* debug_info.c */
LLVMMetadataRef debug_operand(Frontend *fe, LLVMMetadataRef node, u32 index); /* NULL if there is none */
u32 debug_operand_count(Frontend *fe, LLVMMetadataRef node);
const char *debug_string(Frontend *fe, LLVMMetadataRef text); /* NULL if it is empty; lives in the program */
LocationId debug_location(Frontend *fe, LLVMMetadataRef location);
LocationId debug_line(Frontend *fe, LLVMMetadataRef file, u32 line);
void debug_describe_global(Frontend *fe, Global *global, LLVMValueRef value);
void debug_describe_function(Frontend *fe, Function *function, LLVMValueRef value);

/* debug_types.c */
const Type *debug_type(Frontend *fe, LLVMMetadataRef type); /* the C type; `void` for NULL */

/* debug_structs.c */
LLVMMetadataRef debug_composite_of(Frontend *fe, LLVMTypeRef type); /* of an LLVM struct; NULL if there is none */

/* tbaa.c */
const Type *tbaa_access_type(Frontend *fe, LLVMValueRef access, const Type *machine); /* NULL if unknown */

/* constants.c */
bool constant_bits(Frontend *fe, LLVMValueRef value, u64 *limbs, u32 limb_count); /* of an integer or float */
bool constant_address(Frontend *fe, LLVMValueRef value,
                      Constant *address); /* an object, function or block, or null, + offset */
bool constant_step_offset(Frontend *fe, LLVMValueRef gep, i64 *offset);        /* false if an index is not a constant */
LLVMValueRef constant_scalar(Frontend *fe, LLVMValueRef aggregate, u32 index); /* the n-th scalar; NULL if unknown */

/* initialisers.c */
bool lower_initialiser(Program *program, Global *global, Error *error);

/* link.c */
bool link_definitions(Frontend *fe, Module *module, Error *error);
Function *link_function(Frontend *fe, LLVMValueRef value); /* the function that the name in this module means */
Global *link_global(Frontend *fe, LLVMValueRef value, i64 *offset);
Global *link_stronger_global(const Frontend *fe, LLVMValueRef alias); /* what a weak alias gives way to; or NULL */
bool link_library_function(Frontend *fe, Function *function, Error *error); /* binds it to the library's definition */
Function *link_function_named(Frontend *fe, const char *name); /* NULL if neither the program nor the library has it */
void link_prefer_library(Frontend *fe); /* once all modules are there: the library's functions over inline bodies */
const char *link_name(LLVMValueRef value);

/* library.c */
bool library_open(Frontend *fe, const char *runtime_dir, bool with_contracts, Error *error);
bool library_defines(const Frontend *fe, const char *name, u32 *file);
bool library_is_meant(const Frontend *fe, LLVMValueRef declared); /* it defines it, with such parameters */
Module *library_read(Frontend *fe, u32 file, Error *error);       /* only parses it */
Module *library_module(Frontend *fe, u32 file, Error *error);     /* and links it */

/* prefetch.c: reads the parts of the library that the sources seem to need, until the compiler is done. */
void prefetch_library(Frontend *fe, const char *const *sources, u32 count, int compiler);

/* modules.c */
typedef enum { INPUT_C, INPUT_BITCODE, INPUT_ASSEMBLY, INPUT_ARCHIVE, INPUT_NATIVE } InputKind;
bool input_kind(const char *path, InputKind *kind, Error *error);
Module *module_read(Frontend *fe, const char *path, InputKind kind, Error *error); /* bitcode or assembly */
Module *module_parse(Frontend *fe, const char *path, LLVMMemoryBufferRef bitcode, Error *error);
bool module_is_valid(Frontend *fe, const Module *module, Error *error);
int module_bits(const Module *module, Error *error); /* 32 or 64; 0 for another machine */
void module_free(Module *module);
void frontend_watch_diagnostics(Frontend *fe); /* LLVM's complaints go to fe->diagnostic */

/* compile.c */
typedef struct {
    const char *path;
    int pid, output; /* a file in memory that clang writes the bitcode to */
    int reads;       /* another, for the names of the files it reads; -1: not asked for */
} Compilation;
bool compile_start(Compilation *job, const FrontendOptions *options, const FrontendUnit *unit, bool lists_reads,
                   Error *error);
bool compile_is_done(int pid);
/* NULL on error. `reads`: the compiler's list, as for make; may be NULL. */
LLVMMemoryBufferRef compile_finish(Compilation *job, Text *reads, Error *error);
extern const char compiler_name[];

/* redirect.c */
bool redirect_read(Frontend *fe, const char *list, Error *error); /* NAME:REPLACEMENT,... */
void redirect_free(Frontend *fe);
Function *redirect_of(Frontend *fe, LLVMValueRef value);            /* what the name means instead; NULL: itself */
bool redirect_check(Frontend *fe, const char *entry, Error *error); /* once all modules are there */

/* taken.c */
void find_taken_functions(Frontend *fe);

/* foreign.c */
bool foreign_is_as_compiled(Module *module, LLVMValueRef function); /* no pass has been over the function */

/* members.c */
typedef struct {
    Module *module;
    u32 number; /* pieces of the same number belong together */
    bool is_optional, is_taken;
} Member;
typedef VEC(Member) Members;
/* `archives`: those that a native file was linked with are added. */
bool members_read(Frontend *fe, const char *path, bool is_archive, Members *members, FlagList *archives, Error *error);
/* Of an archive that the program was linked with: those that define one of the names. */
bool members_read_defining(Frontend *fe, const char *path, const FlagList *names, Members *members, Error *error);
/* Takes those that belong to the program which these modules begin, and that `first` is asked of. `missing`: what neither
 * they nor the C library define. */
void members_choose(const Frontend *fe, Members *members, Module *const *modules, u32 count, const char *first,
                    FlagList *missing);

/* lower.c */
bool lower_body(Program *program, Function *function, Error *error);

#endif
