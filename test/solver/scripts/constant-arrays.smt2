; Arrays are compared, over few indices and many; no sat without its model.
(set-logic QF_ABV)
(define-sort Two () (Array (_ BitVec 1) (_ BitVec 8)))
(define-sort Small () (Array (_ BitVec 2) (_ BitVec 8)))
(define-sort Wide () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const a Small)
(declare-const b Small)
(declare-const v Wide)
(declare-const w Wide)
(declare-const t Two)
(declare-const i (_ BitVec 32))
(declare-const x (_ BitVec 8))
; Two cells, both written: the constant below no longer shows.
(push 1) (assert (= (store (store ((as const Two) #x00) #b0 #x01) #b1 #x01) ((as const Two) #x01))) (check-sat) (pop 1)
;> sat
(push 1) (assert (distinct (store (store ((as const Two) #x00) #b0 #x01) #b1 #x01) ((as const Two) #x01))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (store ((as const Two) #x00) #b0 #x01) ((as const Two) #x01))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (store (store t #b0 x) #b1 x) ((as const Two) #x05))) (assert (distinct x #x05)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct ((as const Small) x) ((as const Small) #x02))) (check-sat-assuming ((= x #x02))) (pop 1)
;> unsat
(push 1) (assert (distinct a b)) (assert (= (store a #b01 #x00) (store b #b01 #x00))) (check-sat) (get-value ((= (select a #b01) (select b #b01)))) (pop 1)
;> sat
;> (((= (select a #b01) (select b #b01)) false))
(push 1) (assert (distinct a ((as const Small) #x00) ((as const Small) #xff))) (assert (= (select a #b00) (select a #b01) (select a #b10) (select a #b11) x)) (assert (or (= x #x00) (= x #xff))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= v ((as const Wide) #x05))) (check-sat) (get-value (v (select v i))) (pop 1)
;> sat
;> ((v ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x05))
;>  ((select v i) #x05))
(push 1) (assert (= v (store w i x))) (assert (distinct (select v i) x)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= ((as const Wide) #x00) (store ((as const Wide) #x01) i #x00))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= v (store w i x))) (assert (distinct v w)) (check-sat) (pop 1)
;> sat
